type Sentences = readonly [failure: string, again: string, close: string, frame: string]

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: ['This payment could not be opened.', 'Try again', 'Close', 'Secure payment'],
  de: ['Diese Zahlung konnte nicht geöffnet werden.', 'Erneut versuchen', 'Schließen', 'Sichere Zahlung'],
  fr: ['Ce paiement n’a pas pu être ouvert.', 'Réessayer', 'Fermer', 'Paiement sécurisé'],
  es: ['No se pudo abrir este pago.', 'Reintentar', 'Cerrar', 'Pago seguro'],
  pt: ['Não foi possível abrir este pagamento.', 'Tentar novamente', 'Fechar', 'Pagamento seguro'],
  ja: ['お支払い画面を開けませんでした。', '再試行', '閉じる', '安全なお支払い'],
  ar: ['تعذّر فتح عملية الدفع هذه.', 'أعد المحاولة', 'إغلاق', 'دفع آمن'],
}

/** The script's own few words, for when the page that has the others cannot be shown. */
export const sentencesFor = (locale: string | null): Sentences => {
  const known = [locale ?? '', ...navigator.languages].map((tag) => SENTENCES[tag.slice(0, 2).toLowerCase()])
  return known.find((sentences) => sentences !== undefined) ?? (SENTENCES['en'] as Sentences)
}

const button = (text: string, onClick: () => void): HTMLButtonElement => {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = text
  element.style.cssText = 'font:inherit;min-height:44px;padding:0 16px;margin:16px 8px 0 0;cursor:pointer'
  element.onclick = onClick
  return element
}

/** Stands where the frame would, so that a failure is never a blank box. */
export const createNotice = (
  [failure, again, close]: Sentences,
  { onRetry, onClose }: { onRetry?: (() => void) | undefined; onClose: () => void },
): HTMLElement => {
  const box = document.createElement('div')
  box.dir = 'auto'
  box.setAttribute('role', 'alert')
  box.style.cssText =
    'box-sizing:border-box;max-width:480px;margin:auto;padding:24px;border:1px solid #8888;border-radius:12px;font:16px/1.5 system-ui,sans-serif'
  const text = document.createElement('p')
  text.textContent = failure
  text.style.margin = '0'
  box.append(text)
  if (onRetry) box.append(button(again, onRetry))
  box.append(button(close, onClose))
  return box
}
