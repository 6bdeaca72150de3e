import { FORTE_CONTRACT, type OpenedWidget, type WidgetInit } from '@coinslot/contract/widget'
import type { ThemeInput, WidgetEventName } from '../channel.ts'
import { emit } from './emit.ts'
import { createFrame, type Frame } from './frame.ts'
import { createNotice, sentencesFor } from './notice.ts'
import { intentIdOf, readSession, type WidgetSession } from './read-session.ts'

/** The merchant's looks may come with init; `data-*` attributes of the container say the same without code. */
export interface ThemedInit extends WidgetInit {
  readonly theme?: ThemeInput
}

const opened = new WeakMap<Element, () => void>()

const readTheme = ({ dataset }: HTMLElement, theme: ThemeInput | undefined): ThemeInput => ({
  accent: theme?.accent ?? dataset['accent'],
  radius: theme?.radius ?? dataset['radius'],
  fontScale: theme?.fontScale ?? dataset['fontScale'],
  colorScheme: theme?.colorScheme ?? dataset['colorScheme'],
})

/** Intents that a frame of this page has shown: their buyer may have paid, even where the frame has to load again. */
const shown = new Set<string>()

/**
 * Opens a session in the container; a session that was open there is replaced, without an event. The focus goes back to
 * where it was as the buyer leaves.
 */
export const openWidget = (init: ThemedInit | undefined): OpenedWidget => {
  let isReady = (): void => {}
  let isNotReady = (_error: Error): void => {}
  const ready = new Promise<void>((resolve, reject) => ([isReady, isNotReady] = [resolve, reject]))
  // Whoever does not listen reads it in the console.
  ready.catch(() => {})
  const complain = (sentence: string): void => {
    console.error(`${FORTE_CONTRACT.initFunction}: ${sentence}`)
    isNotReady(new Error(sentence))
  }
  const containerId = init?.containerId ?? FORTE_CONTRACT.containerId
  const container = document.getElementById(containerId)
  if (!container) {
    complain(`there is no element with the id "${containerId}"`)
    // After the caller's own code, which may add its listeners right after init.
    setTimeout(emit, 0, 'closed', intentIdOf(init?.data))
    return { ready, close: () => {} }
  }
  opened.get(container)?.()

  const locale = container.closest<HTMLElement>('[lang]')?.lang || null
  const sentences = sentencesFor(locale)
  const opener = document.activeElement
  const told = new Set<WidgetEventName>()
  let frame: Frame | null = null
  let hasAnswered = shown.has(intentIdOf(init?.data) ?? '')
  let destroy = (): void => {}
  const show = (element: HTMLElement, remove: () => void): void => {
    destroy = remove
    container.replaceChildren(element)
  }
  let ended = false
  const tell = (name: WidgetEventName, paymentIntentId: string | null, final: boolean): void => {
    if (ended || told.has(name)) return
    told.add(name)
    if (final) {
      ended = true
      const hasFocus = container.contains(document.activeElement)
      destroy()
      opened.delete(container)
      if (hasFocus && opener instanceof HTMLElement) opener.focus()
    }
    emit(name, paymentIntentId)
  }
  const leave = (): void => tell('closed', intentIdOf(init?.data), true)
  const close = (): void => {
    if (frame && hasAnswered) frame.askToClose()
    else leave()
  }
  const fail = (sentence: string, onRetry?: () => void): void => {
    complain(sentence)
    destroy()
    frame = null
    const notice = createNotice(sentences, { onRetry, onClose: leave })
    show(notice, () => notice.remove())
  }
  const start = (session: WidgetSession): void => {
    const { baseUrl, paymentIntentId } = session
    frame = createFrame({
      session,
      title: sentences[3],
      locale,
      theme: readTheme(container, init?.theme),
      onReady: () => {
        hasAnswered = true
        if (paymentIntentId !== null) shown.add(paymentIntentId)
        isReady()
      },
      onEscape: () => {
        const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
        if (container.dispatchEvent(key) && container.closest('dialog')) close()
      },
      onEvent: ({ name, paymentIntentId: told, final }) => tell(name, told ?? paymentIntentId, final),
      onUnreachable: () =>
        fail(
          `the payment page at ${baseUrl} did not answer: is this page's origin (${location.origin}) one of the client's, and does its Content-Security-Policy allow the frame?`,
          () => start(session),
        ),
    })
    destroy()
    show(frame.element, frame.destroy)
  }

  opened.set(container, () => {
    ended = true
    destroy()
  })
  try {
    start(readSession(init?.data, import.meta.url))
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error))
  }
  return { ready, close }
}
