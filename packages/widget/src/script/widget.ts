import { framePath } from '@coinslot/contract/checkout'
import { FORM_HEIGHT_PX, FORTE_CONTRACT, type OpenedWidget, type PreparedWidget } from '@coinslot/contract/widget'
import {
  CHANNEL_OPEN,
  CHANNEL_PREPARE,
  CHANNEL_PROTOCOL,
  type FrameMessage,
  type Greeting,
  type ThemeInput,
  type WidgetEventName,
} from '../channel.ts'
import { emit } from './emit.ts'
import { createFrame, type Frame } from './frame.ts'
import { createNotice, sentencesFor } from './notice.ts'
import type { WidgetSession } from './read-session.ts'

/** A frame that waits longer shows a document that may be of yesterday. */
const PREPARED_MS = 5 * 60_000

/** What a frame of this page has shown, by its intent if it has one: the buyer may have paid, even where the frame has to load again. */
const shown = new Set<string | WidgetSession | null>()

const LOOKS = ['accent', 'radius', 'fontScale', 'colorScheme'] as const

/** What init says of the looks, or else the container. */
const themeOf = ({ dataset }: HTMLElement, theme: ThemeInput | undefined): ThemeInput =>
  Object.fromEntries(LOOKS.map((name) => [name, theme?.[name] ?? dataset[name]]))

export const complain = (sentence: string): void => console.error(`${FORTE_CONTRACT.initFunction}: ${sentence}`)

/** What stands in one container: a frame that is prepared, or the session of one init call. */
export interface Widget extends PreparedWidget, OpenedWidget {
  /** Loads a client's document, unseen, unless a fresh one waits. */
  prepare(address: string): void
  open(session: WidgetSession, theme: ThemeInput | undefined): void
  /** There is nothing to open, for the reason that the sentence tells a developer. */
  refuse(sentence: string, paymentIntentId: string | null): void
  /** It has opened or refused a session: the next one takes another widget. */
  isOver(): boolean
  /** Ends without a word. */
  destroy(): void
}

export const createWidget = (container: HTMLElement, onEnd: () => void): Widget => {
  const locale = container.closest<HTMLElement>('[lang]')?.lang || null
  const sentences = sentencesFor(locale)
  let lastTold = ''
  let session: WidgetSession | null = null
  let paymentIntentId: string | null = null
  let looks = themeOf(container, undefined)
  let opener: HTMLElement | SVGElement | null = null
  let frame: Frame | null = null
  let src = ''
  /** In place of the frame: a notice, or what is shown until the document is drawn. */
  let box: HTMLElement | null = null
  /** 0 for a frame that the session itself has loaded. */
  let preparedAtMs = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** It has opened or refused a session: the next one takes another widget. */
  let isOver = false
  let isShown = false
  let isDrawn = false
  let hasEnded = false
  let resolve = (): void => {}
  let reject = (_error: Error): void => {}
  const ready = new Promise<void>((...settle) => ([resolve, reject] = settle))
  // Whoever does not listen reads it in the console.
  ready.catch(() => {})

  const greeting = (): Greeting => ({
    type: session ? CHANNEL_OPEN : CHANNEL_PREPARE,
    protocol: CHANNEL_PROTOCOL,
    token: session?.token ?? null,
    errorCode: session?.errorCode ?? null,
    paymentIntentId,
    locale,
    theme: looks,
  })
  // With nothing, as `remove()` is another's on pages with Prototype, and throws there for what stands in nothing.
  const put = (element: HTMLElement): void => {
    box?.replaceWith()
    box = element
    container.append(element)
  }
  const destroy = (): void => {
    hasEnded = true
    clearTimeout(timer)
    frame?.destroy()
    frame = null
    box?.replaceWith()
    onEnd()
  }
  const tell = (name: WidgetEventName, id: string | null, final: boolean): void => {
    if (hasEnded || name === lastTold) return
    lastTold = name
    if (final) {
      const hasFocus = container.contains(document.activeElement)
      destroy()
      if (hasFocus) opener?.focus()
    }
    emit(name, id, container.id)
  }
  const leave = (): void => tell('closed', paymentIntentId, true)
  const close = (): void => {
    // Whatever draws the page may have taken the frame away, and with it who could be asked.
    if (frame?.element.isConnected && shown.has(paymentIntentId ?? session)) frame.askToClose()
    else leave()
  }
  const reveal = (): void => {
    isDrawn = true
    if (!frame || !isShown) return
    const { element, look } = frame
    const others = Array.from(container.childNodes).filter((child) => child !== element)
    const hadFocus = others.some((child) => child.contains(document.activeElement))
    for (const child of others) child.replaceWith()
    look('visible')
    // Only what went away hands its focus on: where the frame has it already, browsers would take it from the box in there.
    if (hadFocus) element.focus()
  }
  const wait = (): void => {
    frame?.look('hidden')
    if (container.childElementCount < 2) put(createNotice(sentences, { heightPx: FORM_HEIGHT_PX, onClose: close }))
  }
  const show = (): boolean => {
    if (frame?.element.parentNode !== container) return false
    if (isShown) return true
    isShown = true
    opener = document.activeElement as HTMLElement | SVGElement | null
    if (isDrawn) reveal()
    else wait()
    return true
  }
  const fail = (sentence: string, onRetry?: () => void): void => {
    // Whoever took it off the page waits for no frame.
    if (container.isConnected) complain(sentence)
    reject(new Error(sentence))
    frame?.destroy()
    frame = null
    container.replaceChildren()
    put(createNotice(sentences, { onRetry, onClose: leave }))
  }
  const receive = (message: FrameMessage): void => {
    if (message.type === 'prepared' || message.type === 'ready') reveal()
    if (message.type === 'ready') {
      shown.add(paymentIntentId ?? session)
      resolve()
    }
    if (message.type === 'event') tell(message.name, message.paymentIntentId ?? paymentIntentId, message.final)
    if (message.type === 'escape') {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      if (container.dispatchEvent(key) && container.closest('dialog,[popover]')) close()
    }
  }
  const load = (address: string): void => {
    src = address
    preparedAtMs = 0
    isDrawn = false
    frame?.destroy()
    frame = createFrame({ src, title: sentences[3], greeting, onMessage: receive, onUnreachable })
    container.prepend(frame.element)
    frame.look('none')
    if (isShown) wait()
  }
  const onUnreachable = (isSilent: boolean): void => {
    // What was prepared may be none of ours, which the session finds out; the next one is its own.
    if (session)
      return preparedAtMs && isSilent
        ? load(src)
        : fail(
            `${session.baseUrl} did not answer: is ${location.origin} an origin of the client, do this page's CSP and COEP allow the frame?`,
            () => load(src),
          )
    frame?.destroy()
    frame = null
  }
  const discard = (): void => {
    if (!isShown && !isOver) destroy()
  }
  const isFresh = (address: string): boolean =>
    src === address && frame?.element.parentNode === container && (isShown || Date.now() - preparedAtMs < PREPARED_MS)

  return {
    ready,
    close,
    show,
    destroy,
    discard,
    isOver: () => isOver,
    refuse: (sentence, id) => {
      paymentIntentId = id
      isOver = true
      fail(sentence)
    },
    prepare: (address) => {
      if (isOver || isFresh(address)) return
      clearTimeout(timer)
      timer = setTimeout(discard, PREPARED_MS)
      load(address)
      preparedAtMs = Date.now()
    },
    open: (given, theme) => {
      isOver = true
      session = given
      paymentIntentId = given.paymentIntentId
      looks = themeOf(container, theme)
      const address = given.baseUrl + framePath(given.clientId)
      if (isFresh(address)) frame?.open()
      else load(address)
      show()
    },
  }
}
