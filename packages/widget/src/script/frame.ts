import { FORM_HEIGHT_PX } from '@coinslot/contract/widget'
import type { FrameMessage, Greeting, ScriptMessage } from '../channel.ts'
import { frameAt } from './frame-at.ts'
import { reveal } from './reveal.ts'

/** How long the frame may take to load, and, once loaded, to answer: a slow phone needs two seconds to draw the form. */
const LOAD_TIMEOUT_MS = 20_000
const ANSWER_TIMEOUT_MS = 5_000

/** How the frame stands in its container: not at all, laid out but unseen and without height, or seen. */
type Look = 'none' | 'hidden' | 'visible'

const CLOSE: ScriptMessage = { type: 'close' }

export interface FrameOptions {
  readonly src: string
  readonly title: string
  /** Said to each document that loads in the frame, with a port of its own. */
  readonly greeting: () => Greeting
  readonly onMessage: (message: FrameMessage) => void
  /** Nothing answered in time: network, a refusal by `frame-ancestors`, or an origin that is no Coinslot service. */
  readonly onUnreachable: (isSilent: boolean) => void
}

export interface Frame {
  readonly element: HTMLIFrameElement
  readonly look: (look: Look) => void
  /** Opens a session in a document that was prepared; one that has not loaded hears of it by its greeting. */
  readonly open: () => void
  /** Asks the document to leave, as its Close does, once until it answers; one that is loading is asked as soon as it is there. */
  readonly askToClose: () => void
  readonly destroy: () => void
}

/** A frame of the checkout page; each document that loads in it has a channel of its own. */
export const createFrame = ({ src, title, greeting, onMessage, onUnreachable }: FrameOptions): Frame => {
  const element = Object.assign(frameAt(src), { title })
  let heightPx = FORM_HEIGHT_PX
  let shown: Look = 'none'
  let port: MessagePort | undefined
  let isLeaving = false
  let isSilent = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const expectWithin = (waitMs: number): void => {
    clearTimeout(timer)
    // A page that is prerendered loads no frame before it is shown.
    const { prerendering } = document as { readonly prerendering?: boolean }
    timer = setTimeout(() => (prerendering ? expectWithin(waitMs) : onUnreachable(isSilent)), waitMs)
  }
  expectWithin(LOAD_TIMEOUT_MS)

  // As wide as its container, and what gives a container without a width of its own that of the card. Browsers leave
  // `visibility:none`, which does not exist, out.
  const look = (given: Look): void => {
    shown = given
    element.style.cssText = `display:${given === 'none' ? given : 'block'};visibility:${given};width:480px;min-width:100%;max-width:100%;height:${heightPx}px;margin-bottom:${given === 'hidden' ? -heightPx : 0}px;border:0;color-scheme:light dark`
  }

  /** A document that is there answers; one that is loading hears of it later. */
  const tell = (message: ScriptMessage): void => {
    if (!port) return
    if (!isSilent) expectWithin(ANSWER_TIMEOUT_MS)
    port.postMessage(message)
  }

  element.onload = () => {
    port?.close()
    isSilent = true
    expectWithin(ANSWER_TIMEOUT_MS)
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
      if (data.type === 'prepared' || data.type === 'ready') {
        clearTimeout(timer)
        isLeaving = isSilent = false
      }
      // A document that is not shown has no height.
      if (data.type === 'height' && data.heightPx > 0) {
        heightPx = Number(data.heightPx)
        look(shown)
      }
      if (data.type === 'reveal') reveal(element, Number(data.topPx), Number(data.heightPx))
      onMessage(data)
    }
    // The target origin keeps token and port from whatever else the frame may have been led to.
    element.contentWindow?.postMessage(greeting(), new URL(src).origin, [channel.port2])
    if (isLeaving) tell(CLOSE)
  }

  return {
    element,
    look,
    open: () => tell(greeting()),
    askToClose: () => {
      if (!isLeaving) tell(CLOSE)
      isLeaving = true
    },
    destroy: () => {
      clearTimeout(timer)
      port?.close()
      element.onload = null
      element.replaceWith()
    },
  }
}
