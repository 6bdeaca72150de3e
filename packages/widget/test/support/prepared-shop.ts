import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleScriptTag } from '../../../browser/build/script-tag.ts'
import { createIntent, type InitData, type Stage } from './stage.ts'

interface IntentAnswer {
  /** Default 201. */
  readonly status?: number
  readonly body: unknown
}

/** A shop whose page has what a test puts into it, and a backend as the elements of the page want it. */
export interface PreparedShop {
  readonly url: (body: string, policy?: string) => string
  /** Has the next answers for a session wait until the returned function is called. */
  holdIntents(): () => void
  /** What the backend answers to who asks for a session; by default a session of the stage's merchant. */
  answerIntent: () => Promise<IntentAnswer>
  /** The sessions that the backend has given, oldest first. */
  readonly given: readonly InitData[]
  /** Public client id that the manifest tells, where it is not that of the merchant whose intents these are. */
  clientId: string
  close(): Promise<void>
}

const html = (body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script type="module" src="/coinslot.js"></script>
<script>
  window.told = []
  for (const name of ['ready', 'success', 'close', 'error'])
    addEventListener('coinslot-' + name, ({ type, detail }) => {
      told.push(type, ...(detail.error ? [detail.error.code] : []))
      window.lastError = detail.error
    })
  addEventListener('pageshow', ({ persisted }) => { window.isRestored = persisted })
</script></head><body><h1>Shop</h1>${body}</body></html>`

export const startPreparedShop = async (stage: Stage): Promise<PreparedShop> => {
  const { service } = stage
  const { code } = await bundleScriptTag()
  const manifest = (await service.request('/payments/v1/widget/manifest')).json?.data as { file_name: string }
  let held = Promise.resolve()
  const given: InitData[] = []
  const answer = async (path: string, body: string): Promise<[type: string, text: string, status?: number]> => {
    if (path === '/coinslot.js') return ['text/javascript', code]
    if (path === '/coinslot/manifest') {
      const script_url = `${service.baseUrl}/widget/${manifest.file_name}`
      return ['application/json', JSON.stringify({ data: manifest, script_url, client_id: shop.clientId })]
    }
    if (path !== '/coinslot/intent') return ['text/html', html(body)]
    await held
    const { status = 201, body: session } = await shop.answerIntent()
    return ['application/json', JSON.stringify(session), status]
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.test')
    const [type, text, status = 200] = await answer(pathname, searchParams.get('body') ?? '')
    const policy = searchParams.get('policy')
    if (policy) response.setHeader('content-security-policy', policy)
    response.writeHead(status, { 'content-type': `${type}; charset=utf-8` }).end(text)
  })
  // Another site than the service's, as it is in life: browsers give its frames processes, and a focus, of their own.
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const shop: PreparedShop = {
    url: (body, policy = '') => `${origin}/?${new URLSearchParams({ body, policy })}`,
    holdIntents: () => {
      let release = (): void => {}
      held = new Promise((resolve) => (release = resolve))
      return release
    },
    answerIntent: async () => {
      const data = await createIntent(stage)
      given.push(data)
      return { body: { data } }
    },
    given,
    clientId: service.merchant.clientId,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return shop
}
