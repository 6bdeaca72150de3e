import { CHECKOUT_CLIENT_HEADER, CHECKOUT_PREFIX } from '@coinslot/contract/checkout'
import { CHANNEL_OPEN, CHANNEL_PREPARE, type FrameMessage, type Greeting, type ScriptMessage } from '../channel.ts'
import { type Host, type SessionAccess, UNFRAMED } from './host.ts'

const CLIENT_PATH = /^(.*)\/checkout\/frame\/([^/]+)$/

const isGreeting = (data: unknown): data is Greeting =>
  typeof data === 'object' &&
  data !== null &&
  'type' in data &&
  (data.type === CHANNEL_OPEN || data.type === CHANNEL_PREPARE)

const accessOf = (token: string | null, path: string): SessionAccess | null => {
  if (token === null) return null
  const [, root, clientId] = CLIENT_PATH.exec(path) ?? []
  if (clientId === undefined) return null
  return {
    prefix: root + CHECKOUT_PREFIX,
    headers: { authorization: `Bearer ${token}`, [CHECKOUT_CLIENT_HEADER]: decodeURIComponent(clientId) },
  }
}

const toHost = (greeting: Greeting, post: (message: FrameMessage) => void, path: string): Host => {
  const { instance, token, errorCode, paymentIntentId, locale, theme } = greeting
  const isPrepared = greeting.type === CHANNEL_PREPARE
  return {
    mode: 'frame',
    isPrepared,
    access: accessOf(token, path),
    errorCode,
    // A refused payment's data names the client, a refused identity check's holds nothing. @see decisions.md §5
    flow: CLIENT_PATH.test(path) ? 'PAYMENT' : 'KYC_OCC',
    paymentIntentId,
    locale,
    theme,
    drawn: () => {
      post(heightNow())
      post(isPrepared ? { type: 'prepared' } : { type: 'ready', instance })
    },
    tell: (name, id, final) => post({ type: 'event', name, paymentIntentId: id, final }),
    reveal: (topPx, heightPx) => post({ type: 'reveal', topPx, heightPx }),
  }
}

const heightNow = (): FrameMessage => ({
  type: 'height',
  heightPx: Math.ceil(document.body.getBoundingClientRect().height),
})

/** What the page does with what it is told by who frames it. */
export interface FrameOrders {
  /** Called again where a session follows on a host without one. */
  readonly open: (host: Host) => void
  readonly leave: () => void
}

/**
 * Takes orders where this document is framed: whoever frames it hands over one port, once, and at most one session on it.
 * Who may frame it is settled before, by `frame-ancestors`; messages of any other window, and any later ones, are not heard.
 */
export const takeOrders = (path: string, { open, leave }: FrameOrders): void => {
  // Opened by itself, the document has nothing to show but that.
  if (window.parent === window) return open(UNFRAMED)
  const receive = (event: MessageEvent<unknown>): void => {
    const [port] = event.ports
    if (event.source !== window.parent || !port || !isGreeting(event.data)) return
    removeEventListener('message', receive)
    const post = (message: FrameMessage): void => port.postMessage(message)
    new ResizeObserver(() => post(heightNow())).observe(document.body)
    addEventListener('keydown', ({ key, isComposing, defaultPrevented }) => {
      if (key === 'Escape' && !isComposing && !defaultPrevented) post({ type: 'escape' })
    })
    let host = toHost(event.data, post, path)
    open(host)
    port.onmessage = ({ data }: MessageEvent<ScriptMessage>) => {
      if (data.type === 'close') {
        // The service may take its time: this says that somebody is there to ask it.
        host.drawn()
        leave()
      }
      if (data.type !== CHANNEL_OPEN || !host.isPrepared) return
      host = toHost(data, post, path)
      open(host)
    }
  }
  addEventListener('message', receive)
}
