import type { Language } from '../http/buyer-language.ts'

export type RefusalStatus = 401 | 404

interface Refusal {
  readonly title: string
  readonly text: string
}

interface Refusals extends Readonly<Record<RefusalStatus, Refusal>> {
  /** To who comes without a token or a cookie, perhaps because their browser keeps none. */
  readonly cookies: string
}

/** Why a link does not open, and what to do, in the languages of the checkout. */
export const REFUSAL_WORDS: Readonly<Record<Language, Refusals>> = {
  en: {
    401: {
      title: 'This link has been used',
      text: 'A payment link opens once, and within a few seconds. Please go back to the shop and start the payment again.',
    },
    404: {
      title: 'There is no such payment',
      text: 'Please go back to the shop and start the payment again.',
    },
    cookies: 'If that leads here again, allow cookies for this page in your browser.',
  },
  de: {
    401: {
      title: 'Dieser Link wurde schon benutzt',
      text: 'Ein Zahlungslink öffnet sich einmal, innerhalb weniger Sekunden. Bitte gehen Sie zurück zum Shop und beginnen Sie die Zahlung von vorn.',
    },
    404: {
      title: 'Diese Zahlung gibt es nicht',
      text: 'Bitte gehen Sie zurück zum Shop und beginnen Sie die Zahlung von vorn.',
    },
    cookies: 'Wenn Sie danach wieder hier sind, erlauben Sie in Ihrem Browser Cookies für diese Seite.',
  },
  fr: {
    401: {
      title: 'Ce lien a déjà servi',
      text: 'Un lien de paiement s’ouvre une seule fois et n’est valable que quelques secondes. Retournez à la boutique et recommencez le paiement.',
    },
    404: {
      title: 'Ce paiement n’existe pas',
      text: 'Retournez à la boutique et recommencez le paiement.',
    },
    cookies: 'Si vous arrivez de nouveau ici, autorisez les cookies de cette page dans votre navigateur.',
  },
  es: {
    401: {
      title: 'Este enlace ya se ha usado',
      text: 'Un enlace de pago se abre una sola vez y solo vale unos segundos. Vuelve a la tienda y empieza el pago de nuevo.',
    },
    404: {
      title: 'Este pago no existe',
      text: 'Vuelve a la tienda y empieza el pago de nuevo.',
    },
    cookies: 'Si vuelves a llegar aquí, permite las cookies de esta página en tu navegador.',
  },
  pt: {
    401: {
      title: 'Este link já foi usado',
      text: 'Um link de pagamento abre uma só vez e só é válido durante alguns segundos. Volte à loja e recomece o pagamento.',
    },
    404: {
      title: 'Este pagamento não existe',
      text: 'Volte à loja e recomece o pagamento.',
    },
    cookies: 'Se voltar a chegar aqui, permita os cookies desta página no seu navegador.',
  },
  ja: {
    401: {
      title: 'このリンクは使用済みです',
      text: 'お支払いのリンクは、数秒以内に一度だけ開けます。ショップに戻って、お支払いをやり直してください。',
    },
    404: {
      title: 'このお支払いは見つかりません',
      text: 'ショップに戻って、お支払いをやり直してください。',
    },
    cookies: '再びこのページが表示される場合は、ブラウザでこのページの Cookie を許可してください。',
  },
  ar: {
    401: {
      title: 'استُخدم هذا الرابط من قبل',
      text: 'يُفتح رابط الدفع مرة واحدة خلال ثوانٍ قليلة. يُرجى العودة إلى المتجر وبدء الدفع من جديد.',
    },
    404: {
      title: 'لا توجد عملية دفع كهذه',
      text: 'يُرجى العودة إلى المتجر وبدء الدفع من جديد.',
    },
    cookies: 'إذا ظهرت هذه الصفحة مجددًا، يُرجى السماح بملفات تعريف الارتباط لها في المتصفح.',
  },
}
