import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleScriptTag } from '../../../browser/build/script-tag.ts'
import type { Stage } from '../support/stage.ts'

/** A shop with `<coin-slot mode="modal">`, as the script tag brings it, on an origin of its own. */
export interface ElementShop {
  /** The page opens the session as it loads, so that a reload and a way back go on with it. */
  readonly url: (data: unknown) => string
  close(): Promise<void>
}

const EVENTS = ['success', 'close', 'kyc-success', 'kyc-failure', 'error']

const html = (data: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><h1>Shop</h1><coin-slot mode="modal" preload="none" manifest="/manifest"></coin-slot>
<script type="module" src="/coinslot.js"></script>
<script type="module">
  window.told = []
  const slot = document.querySelector('coin-slot')
  for (const name of ${JSON.stringify(EVENTS)})
    slot.addEventListener('coinslot-' + name, ({ type, detail }) => told.push(type, ...(detail.error ? [detail.error.code] : [])))
  slot.data = ${data.replaceAll('<', '\\u003c')}
</script></body></html>`

export const startElementShop = async ({ service }: Stage): Promise<ElementShop> => {
  const { code } = await bundleScriptTag()
  const { json } = await service.request('/payments/v1/widget/manifest')
  const data = json?.data as { file_name: string }
  const manifest = JSON.stringify({ data, script_url: `${service.baseUrl}/widget/${data.file_name}` })
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.test')
    const [type, body] =
      pathname === '/coinslot.js'
        ? ['text/javascript', code]
        : pathname === '/manifest'
          ? ['application/json', manifest]
          : ['text/html', html(searchParams.get('data') ?? 'null')]
    response.setHeader('content-type', `${type}; charset=utf-8`).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: (given) => `${origin}/?data=${encodeURIComponent(JSON.stringify(given))}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
