import type { Language } from './buyer-language.ts'

interface MissingWords {
  readonly title: string
  /** What this service is, and what a buyer does who meant to pay. */
  readonly text: string
  readonly reference: string
  readonly dashboard: string
}

/** What is said at an address that is none, in the languages of the checkout. */
export const MISSING_WORDS: Readonly<Record<Language, MissingWords>> = {
  en: {
    title: 'There is nothing at this address',
    text: 'This service takes payments for shops. If you want to pay, please go back to the shop and start the payment again.',
    reference: 'API reference',
    dashboard: 'Dashboard',
  },
  de: {
    title: 'Unter dieser Adresse gibt es nichts',
    text: 'Dieser Dienst nimmt Zahlungen für Shops entgegen. Wenn Sie bezahlen möchten, gehen Sie bitte zurück zum Shop und beginnen Sie die Zahlung von vorn.',
    reference: 'API-Referenz',
    dashboard: 'Dashboard',
  },
  fr: {
    title: 'Il n’y a rien à cette adresse',
    text: 'Ce service encaisse des paiements pour des boutiques. Pour payer, retournez à la boutique et recommencez le paiement.',
    reference: 'Référence de l’API',
    dashboard: 'Tableau de bord',
  },
  es: {
    title: 'No hay nada en esta dirección',
    text: 'Este servicio cobra pagos para tiendas. Si quieres pagar, vuelve a la tienda y empieza el pago de nuevo.',
    reference: 'Referencia de la API',
    dashboard: 'Panel',
  },
  pt: {
    title: 'Não há nada neste endereço',
    text: 'Este serviço recebe pagamentos para lojas. Se quiser pagar, volte à loja e recomece o pagamento.',
    reference: 'Referência da API',
    dashboard: 'Painel',
  },
  ja: {
    title: 'このアドレスには何もありません',
    text: 'ショップの決済を受け付けるサービスです。お支払いの場合は、ショップに戻って、お支払いをやり直してください。',
    reference: 'APIリファレンス',
    dashboard: 'ダッシュボード',
  },
  ar: {
    title: 'لا يوجد شيء في هذا العنوان',
    text: 'تستقبل هذه الخدمة المدفوعات للمتاجر. إذا كنت تريد الدفع، فيُرجى العودة إلى المتجر وبدء الدفع من جديد.',
    reference: 'مرجع واجهة البرمجة',
    dashboard: 'لوحة التحكم',
  },
}
