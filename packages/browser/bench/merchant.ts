import { createServer, type ServerResponse } from 'node:http'
import type { RealService } from './real-service.ts'

/** The page of each way to embed. */
export type Pages = Readonly<Record<string, (answer: ManifestAnswer) => string>>

export interface ManifestAnswer {
  readonly data: { readonly file_name: string; readonly integrity: { readonly digest: string } }
  readonly script_url: string
  readonly client_id: string
}

const clientOf = async ({ directUrl, clientId, clientSecret }: RealService) => {
  const credentials = JSON.stringify({ client_id: clientId, client_secret: clientSecret })
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const answer = await fetch(`${directUrl}/auth/v1/oauth2/token`, { ...post, body: credentials })
  const { data }: { data: { access_token: string } } = await answer.json()
  const headers = { ...post.headers, authorization: `Bearer ${data.access_token}` }
  const call = async <T>(path: string, body?: unknown): Promise<T> => {
    const request = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(directUrl + path, request)).json()
  }
  return call
}

const item = { id: 'coins-100', title: '100 coins', amount: '9.99' }

/** A merchant's backend: pages, `GET /coinslot/manifest` and `POST /coinslot/intent`. */
export const startMerchant = async (service: RealService, port: number, pages: Pages, script: string) => {
  const call = await clientOf(service)
  const manifest = await call<{ data: ManifestAnswer['data'] }>('/payments/v1/widget/manifest')
  const answer = {
    ...manifest,
    script_url: `${service.url}/widget/${manifest.data.file_name}`,
    client_id: service.clientId,
  }
  const json = (response: ServerResponse, value: unknown) =>
    response
      .writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      .end(JSON.stringify(value))
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (path === '/coinslot.js') return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (path === '/coinslot/manifest') return json(response, answer)
    if (path === '/coinslot/intent') {
      const body = {
        transaction_type: 'BUY_VDA',
        buyer: { email: 'buyer@shop.example' },
        currency: 'USD',
        idempotency_key: crypto.randomUUID(),
        items: [item],
      }
      return json(response, await call('/payments/v2/intent', body))
    }
    const page = pages[decodeURIComponent(path.slice(1))]
    if (!page) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/html' }).end(page(answer))
  })
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  return { stop: () => void server.close(() => {}).closeAllConnections() }
}
