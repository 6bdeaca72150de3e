import type { Language } from '../http/buyer-language.ts'

/** What a receipt says in one language. */
export interface ReceiptWords {
  readonly subject: (merchant: string) => string
  readonly charged: (price: string) => string
  readonly item: string
  readonly amount: string
  readonly paidTo: string
  readonly card: string
  readonly reference: string
  readonly time: string
  readonly terms: string
  readonly privacy: string
  /** Between a line's name and its value where there is no table. */
  readonly colon: string
  /** Of a purchase in sandbox mode. */
  readonly test: string
}

/** In the words of the checkout. */
export const RECEIPT_WORDS: Readonly<Record<Language, ReceiptWords>> = {
  en: {
    subject: (merchant) => `Your receipt from ${merchant}`,
    charged: (price) => `We charged ${price} to your card.`,
    item: 'Item',
    amount: 'Amount',
    paidTo: 'Paid to',
    card: 'Card',
    reference: 'Reference',
    time: 'Time',
    terms: 'Terms',
    privacy: 'Privacy',
    colon: ': ',
    test: 'This was a test: no money was taken.',
  },
  de: {
    subject: (merchant) => `Ihr Beleg von ${merchant}`,
    charged: (price) => `Wir haben Ihre Karte mit ${price} belastet.`,
    item: 'Artikel',
    amount: 'Betrag',
    paidTo: 'Bezahlt an',
    card: 'Karte',
    reference: 'Referenz',
    time: 'Zeit',
    terms: 'Geschäftsbedingungen',
    privacy: 'Datenschutz',
    colon: ': ',
    test: 'Das war ein Test: Es wurde kein Geld abgebucht.',
  },
  fr: {
    subject: (merchant) => `Votre reçu de ${merchant}`,
    charged: (price) => `Votre carte a été débitée de ${price}.`,
    item: 'Article',
    amount: 'Montant',
    paidTo: 'Payé à',
    card: 'Carte',
    reference: 'Référence',
    time: 'Date',
    terms: 'Conditions',
    privacy: 'Confidentialité',
    colon: '\u202f: ',
    test: 'C’était un test\u202f: rien n’a été débité.',
  },
  es: {
    subject: (merchant) => `Tu recibo de ${merchant}`,
    charged: (price) => `Hemos cobrado ${price} en tu tarjeta.`,
    item: 'Artículo',
    amount: 'Importe',
    paidTo: 'Pagado a',
    card: 'Tarjeta',
    reference: 'Referencia',
    time: 'Fecha',
    terms: 'Condiciones',
    privacy: 'Privacidad',
    colon: ': ',
    test: 'Era una prueba: no se ha cobrado nada.',
  },
  pt: {
    subject: (merchant) => `O seu recibo de ${merchant}`,
    charged: (price) => `Cobrámos ${price} no seu cartão.`,
    item: 'Artigo',
    amount: 'Valor',
    paidTo: 'Pago a',
    card: 'Cartão',
    reference: 'Referência',
    time: 'Data',
    terms: 'Termos',
    privacy: 'Privacidade',
    colon: ': ',
    test: 'Isto foi um teste: nada foi cobrado.',
  },
  ja: {
    subject: (merchant) => `${merchant}の領収書`,
    charged: (price) => `カードに${price}を請求しました。`,
    item: '商品',
    amount: '金額',
    paidTo: '支払先',
    card: 'カード',
    reference: '参照番号',
    time: '日時',
    terms: '利用規約',
    privacy: 'プライバシー',
    colon: '：',
    test: 'これはテストです。請求は行われていません。',
  },
  ar: {
    subject: (merchant) => `إيصالك من ${merchant}`,
    charged: (price) => `خصمنا ${price} من بطاقتك.`,
    item: 'السلعة',
    amount: 'المبلغ',
    paidTo: 'دُفع إلى',
    card: 'البطاقة',
    reference: 'المرجع',
    time: 'الوقت',
    terms: 'الشروط',
    privacy: 'الخصوصية',
    colon: ': ',
    test: 'كان هذا اختبارًا: لم يُخصم أي مبلغ.',
  },
}
