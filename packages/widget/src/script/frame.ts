import { framePath } from '@coinslot/contract/checkout'
import {
  CHANNEL_OPEN,
  CHANNEL_PROTOCOL,
  type FrameMessage,
  type OpenMessage,
  type ScriptMessage,
  type ThemeInput,
} from '../channel.ts'
import type { WidgetSession } from './read-session.ts'
import { reveal } from './reveal.ts'

/** How long the frame may take to load, and, once loaded, to answer. */
const LOAD_TIMEOUT_MS = 20_000
const ANSWER_TIMEOUT_MS = 5_000

export interface FrameOptions {
  readonly session: WidgetSession
  readonly title: string
  readonly locale: string | null
  readonly theme: ThemeInput
  readonly onReady: () => void
  /** Escape in the frame, which the page around it does not hear. */
  readonly onEscape: () => void
  readonly onEvent: (event: Extract<FrameMessage, { type: 'event' }>) => void
  /** Nothing answered in time: network, a refusal by `frame-ancestors`, or an origin that is no Coinslot service. */
  readonly onUnreachable: () => void
}

export interface Frame {
  readonly element: HTMLIFrameElement
  /** Asks the page to leave, as its Close does; a page that is loading is asked as soon as it is there. */
  readonly askToClose: () => void
  readonly destroy: () => void
}

/** A frame of the checkout page with a channel of its own; a reload inside it opens a new channel to the same session. */
export const createFrame = (options: FrameOptions): Frame => {
  const { session } = options
  const instance = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
  const element = document.createElement('iframe')
  element.title = options.title
  element.style.cssText = 'display:block;width:100%;height:440px;border:0;color-scheme:normal'
  element.src = session.baseUrl + framePath(session.clientId)

  let port: MessagePort | undefined
  let isLeaving = false
  let timer = setTimeout(options.onUnreachable, LOAD_TIMEOUT_MS)

  const receive = ({ data }: MessageEvent<FrameMessage>): void => {
    if (data.type === 'ready' && data.instance === instance) {
      clearTimeout(timer)
      isLeaving = false
      options.onReady()
    }
    if (data.type === 'escape') options.onEscape()
    if (data.type === 'height') element.style.height = `${Math.max(0, Number(data.heightPx))}px`
    if (data.type === 'reveal') reveal(element, Number(data.topPx), Number(data.heightPx))
    if (data.type === 'event') options.onEvent(data)
  }

  element.onload = () => {
    port?.close()
    clearTimeout(timer)
    timer = setTimeout(options.onUnreachable, ANSWER_TIMEOUT_MS)
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = receive
    const message: OpenMessage = {
      type: CHANNEL_OPEN,
      protocol: CHANNEL_PROTOCOL,
      instance,
      token: session.token,
      errorCode: session.errorCode,
      paymentIntentId: session.paymentIntentId,
      locale: options.locale,
      theme: options.theme,
    }
    // The target origin keeps token and port from whatever else the frame may have been led to.
    element.contentWindow?.postMessage(message, new URL(session.baseUrl).origin, [channel.port2])
    if (isLeaving) askToClose()
  }
  const askToClose = (): void => {
    isLeaving = true
    port?.postMessage({ type: 'close' } satisfies ScriptMessage)
  }

  return {
    element,
    askToClose,
    destroy: () => {
      clearTimeout(timer)
      port?.close()
      element.onload = null
      element.remove()
    },
  }
}
