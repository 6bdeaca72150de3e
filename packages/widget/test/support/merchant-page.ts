import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a merchant's page is made of in a test. */
export interface PageOptions {
  readonly scriptUrl: string
  readonly lang?: string
  /** Attributes of the container, such as `data-accent="#7c3aed"`. */
  readonly attributes?: string
  /** Put into the document's head. */
  readonly head?: string
  /** Sent with the document. */
  readonly headers?: Readonly<Record<string, string>>
}

/** With these a page is isolated from other origins, as games with threads are. */
export const ISOLATING = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
} as const

export interface MerchantSite {
  readonly origin: string
  readonly url: (options: PageOptions) => string
  close(): Promise<void>
}

const EVENTS = [
  'FortePaymentsWidgetLoaded',
  'FortePaymentsBuyVdaSuccess',
  'FortePaymentsWidgetClosed',
  'ForteKycSuccess',
  'ForteKycFailure',
]

/** An integration as a third party writes it: the script tag, the function on `window`, the events, and nothing else. */
const html = ({ scriptUrl, lang = 'en', attributes = '', head = '' }: PageOptions): string => `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Shop</title>${head}
<script>
  window.events = []
  for (const name of ${JSON.stringify(EVENTS)})
    window.addEventListener(name, (event) => window.events.push([name, event.detail && event.detail.paymentIntentId]))
</script>
<script type="module" src="${scriptUrl}"></script></head>
<body style="margin:0;padding:16px;background:Canvas;color-scheme:light dark">
<div id="forte-payments-widget-container" ${attributes}></div><div id="second"></div></body></html>`

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })

/** A merchant's site on an origin of its own. */
export const startMerchantSite = async (): Promise<MerchantSite> => {
  const server = createServer((request, response) => {
    const options = new URL(request.url ?? '/', 'http://shop.test').searchParams.get('page')
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (options === null) return response.end()
    const page: PageOptions = JSON.parse(options)
    response.setHeaders(new Map(Object.entries(page.headers ?? {})))
    response.end(html(page))
  })
  const origin = await listen(server)
  return {
    origin,
    url: (options) => `${origin}/?page=${encodeURIComponent(JSON.stringify(options))}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
