import type { Language } from '../http/buyer-language.ts'

/** What a mail with a one-time code says in one language. */
export interface CodeWords {
  readonly subject: string
  readonly code: (code: string) => string
  /** For how long, and to whom it is told: nobody. */
  readonly use: (minutes: number) => string
  readonly unasked: string
}

/** In the words of the checkout. */
export const CODE_WORDS: Readonly<Record<Language, CodeWords>> = {
  en: {
    subject: 'Your one-time code',
    code: (code) => `Your one-time code is ${code}.`,
    use: (minutes) => `It can be used for ${minutes} minutes. Nobody will ever ask you for it by phone or email.`,
    unasked: 'If you did not ask for a code, you need to do nothing.',
  },
  de: {
    subject: 'Ihr Einmalcode',
    code: (code) => `Ihr Einmalcode ist ${code}.`,
    use: (minutes) => `Er gilt ${minutes} Minuten. Niemand wird Sie je per Telefon oder E-Mail danach fragen.`,
    unasked: 'Wenn Sie keinen Code angefordert haben, brauchen Sie nichts zu tun.',
  },
  fr: {
    subject: 'Votre code à usage unique',
    code: (code) => `Votre code à usage unique est ${code}.`,
    use: (minutes) =>
      `Il est valable ${minutes} minutes. Personne ne vous le demandera jamais par téléphone ni par e-mail.`,
    unasked: 'Si vous n’avez pas demandé de code, vous n’avez rien à faire.',
  },
  es: {
    subject: 'Tu código de un solo uso',
    code: (code) => `Tu código de un solo uso es ${code}.`,
    use: (minutes) =>
      `Sirve durante ${minutes} minutos. Nadie te lo pedirá nunca por teléfono ni por correo electrónico.`,
    unasked: 'Si no has pedido ningún código, no tienes que hacer nada.',
  },
  pt: {
    subject: 'O seu código de utilização única',
    code: (code) => `O seu código de utilização única é ${code}.`,
    use: (minutes) => `É válido durante ${minutes} minutos. Nunca ninguém lho pedirá por telefone ou e-mail.`,
    unasked: 'Se não pediu nenhum código, não precisa de fazer nada.',
  },
  ja: {
    subject: 'ワンタイムコードのお知らせ',
    code: (code) => `ワンタイムコードは ${code} です。`,
    use: (minutes) => `${minutes}分間有効です。電話やメールでコードをお尋ねすることは決してありません。`,
    unasked: 'コードを請求した覚えがない場合は、何もする必要はありません。',
  },
  ar: {
    subject: 'رمزك لمرة واحدة',
    code: (code) => `رمزك لمرة واحدة هو ${code}.`,
    use: (minutes) => `يمكن استخدامه خلال ${minutes} دقائق. لن يطلبه منك أحد أبدًا بالهاتف أو بالبريد الإلكتروني.`,
    unasked: 'إذا لم تطلب رمزًا، فلا داعي لفعل أي شيء.',
  },
}
