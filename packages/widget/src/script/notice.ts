type Sentences = readonly [failure: string, again: string, close: string, frame: string, loading: string]

const SENTENCES: Readonly<Record<string, Sentences>> = {
  en: ['This could not be opened.', 'Try again', 'Close', 'Secure payment', 'Loading…'],
  de: ['Das ließ sich nicht öffnen.', 'Erneut versuchen', 'Schließen', 'Sichere Zahlung', 'Wird geladen …'],
  fr: ['L’ouverture a échoué.', 'Réessayer', 'Fermer', 'Paiement sécurisé', 'Chargement…'],
  es: ['No se pudo abrir.', 'Reintentar', 'Cerrar', 'Pago seguro', 'Cargando…'],
  pt: ['Não foi possível abrir.', 'Tentar novamente', 'Fechar', 'Pagamento seguro', 'A carregar…'],
  ja: ['開けませんでした。', '再試行', '閉じる', '安全なお支払い', '読み込み中…'],
  ar: ['تعذّر الفتح.', 'أعد المحاولة', 'إغلاق', 'دفع آمن', 'جارٍ التحميل…'],
}

/** The script's own few words, for while the page that has the others is not there. */
export const sentencesFor = (locale: string | null): Sentences => {
  const known = [locale ?? '', ...navigator.languages].map((tag) => SENTENCES[tag.slice(0, 2).toLowerCase()])
  return known.find(Boolean) ?? (SENTENCES['en'] as Sentences)
}

const createButton = (onClick: () => void, style: string): HTMLButtonElement => {
  const button = document.createElement('button')
  button.type = 'button'
  button.onclick = onClick
  button.style.cssText = `font:inherit;min-height:44px;cursor:pointer;${style}`
  return button
}

export interface NoticeOptions {
  readonly onClose: () => void
  /** Something has failed, and may do better a second time. */
  readonly onRetry?: (() => void) | undefined
  /** Of the frame that is to come; none where something has failed. */
  readonly heightPx?: number
}

/** Stands where the frame would, in the place of the page's own card: until its document is drawn, or where that fails. */
export const createNotice = (
  [failure, again, close, title, loading]: Sentences,
  { heightPx, onClose, onRetry }: NoticeOptions,
): HTMLElement => {
  const box = document.createElement('div')
  box.dir = 'auto'
  box.role = heightPx ? 'status' : 'alert'
  box.style.cssText = `box-sizing:border-box;max-width:480px;min-height:${heightPx}px;margin:auto;padding:20px;border:1px solid #8886;border-radius:14px;font:16px/1.5 system-ui,sans-serif`
  const leave = createButton(onClose, 'float:inline-end;width:44px;margin:-12px;border:0;background:none;color:inherit')
  leave.ariaLabel = close
  leave.textContent = '✕'
  const text = document.createElement('p')
  text.textContent = heightPx ? loading : failure
  box.append(leave, title, text)
  if (onRetry) {
    const retry = createButton(onRetry, 'padding:0 16px')
    retry.textContent = again
    box.append(retry)
  }
  return box
}
