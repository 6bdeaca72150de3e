import { CHECKOUT_CLIENT_HEADER, CHECKOUT_PREFIX } from '@coinslot/contract/checkout'
import { CHANNEL_OPEN, type FrameMessage, type OpenMessage, type ScriptMessage } from '../channel.ts'
import type { Host, SessionAccess } from './host.ts'

const CLIENT_PATH = /^(.*)\/checkout\/frame\/([^/]+)$/

const isOpen = (data: unknown): data is OpenMessage =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === CHANNEL_OPEN

const accessOf = (token: string | null, path: string): SessionAccess | null => {
  if (token === null) return null
  const [, root, clientId] = CLIENT_PATH.exec(path) ?? []
  if (clientId === undefined) return null
  return {
    prefix: root + CHECKOUT_PREFIX,
    headers: { authorization: `Bearer ${token}`, [CHECKOUT_CLIENT_HEADER]: decodeURIComponent(clientId) },
  }
}

const toHost = (open: OpenMessage, port: MessagePort, path: string): Host => {
  const post = (message: FrameMessage): void => port.postMessage(message)
  const observer = new ResizeObserver(() => {
    post({ type: 'height', heightPx: Math.ceil(document.body.getBoundingClientRect().height) })
  })
  observer.observe(document.body)
  addEventListener('keydown', ({ key, isComposing, defaultPrevented }) => {
    if (key === 'Escape' && !isComposing && !defaultPrevented) post({ type: 'escape' })
  })
  post({ type: 'ready', instance: open.instance })
  return {
    mode: 'frame',
    access: accessOf(open.token, path),
    errorCode: open.errorCode,
    paymentIntentId: open.paymentIntentId,
    locale: open.locale,
    theme: open.theme,
    tell: (name, paymentIntentId, final) => post({ type: 'event', name, paymentIntentId, final }),
    onLeaveAsked: (leave) => {
      port.onmessage = ({ data }: MessageEvent<ScriptMessage>) => {
        if (data.type === 'close') leave()
      }
    },
    reveal: (topPx, heightPx) => post({ type: 'reveal', topPx, heightPx }),
  }
}

/** Opened by itself, the document has nothing to show but that. */
const NOBODY: Host = {
  mode: 'hosted',
  access: null,
  errorCode: null,
  paymentIntentId: null,
  locale: null,
  theme: {},
  tell: () => {},
  onLeaveAsked: () => {},
  reveal: () => {},
}

/**
 * The host where this document is framed: whoever frames it hands over one port, once. Who may frame it is settled
 * before, by `frame-ancestors`; messages of any other window, and any later ones, are not heard.
 */
export const frameHost = (path: string): Promise<Host> =>
  new Promise((resolve) => {
    if (window.parent === window) resolve(NOBODY)
    const receive = (event: MessageEvent<unknown>): void => {
      const [port] = event.ports
      if (event.source !== window.parent || !port || !isOpen(event.data)) return
      removeEventListener('message', receive)
      resolve(toHost(event.data, port, path))
    }
    addEventListener('message', receive)
  })
