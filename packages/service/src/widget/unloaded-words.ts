import type { Language } from '../http/buyer-language.ts'

interface UnloadedWords {
  /** The page's script has not come. */
  readonly late: string
  /** The browser runs no scripts. */
  readonly noscript: string
}

/** What the checkout says where the script that has all its other words does not run; the document itself is in English. */
export const UNLOADED_WORDS: Readonly<Record<Exclude<Language, 'en'>, UnloadedWords>> = {
  de: {
    late: 'Diese Seite ist noch nicht geladen. Bitte prüfen Sie Ihre Verbindung und laden Sie die Seite neu.',
    noscript:
      'Diese Seite braucht JavaScript, um eine Zahlung entgegenzunehmen. Erlauben Sie es in Ihrem Browser und laden Sie die Seite neu.',
  },
  fr: {
    late: 'Cette page n’est pas encore chargée. Vérifiez votre connexion et rechargez la page.',
    noscript:
      'Cette page a besoin de JavaScript pour recevoir un paiement. Autorisez-le dans votre navigateur et rechargez la page.',
  },
  es: {
    late: 'Esta página aún no se ha cargado. Comprueba tu conexión y vuelve a cargarla.',
    noscript: 'Esta página necesita JavaScript para recibir un pago. Permítelo en tu navegador y vuelve a cargarla.',
  },
  pt: {
    late: 'Esta página ainda não foi carregada. Verifique a sua ligação e recarregue a página.',
    noscript:
      'Esta página precisa de JavaScript para receber um pagamento. Autorize-o no navegador e recarregue a página.',
  },
  ja: {
    late: 'ページがまだ読み込まれていません。接続を確認して、ページを再読み込みしてください。',
    noscript: 'お支払いにはJavaScriptが必要です。ブラウザーでJavaScriptを許可して、ページを再読み込みしてください。',
  },
  ar: {
    late: 'لم تُحمَّل هذه الصفحة بعد. يُرجى التحقق من اتصالك ثم إعادة تحميلها.',
    noscript: 'تحتاج هذه الصفحة إلى JavaScript لاستقبال الدفع. اسمح به في متصفحك، ثم أعد تحميل الصفحة.',
  },
}
