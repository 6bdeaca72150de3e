import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as the stub received it. */
interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** Of the client's end of the connection. */
  readonly port: number | undefined
}

/** Answers one request; anything a server can do wrong is done here, on the socket. */
export type Answering = (response: ServerResponse, request: Received) => void

export interface StubService extends AsyncDisposable {
  readonly url: string
  readonly requests: Received[]
  /** Requests to a path, oldest first. */
  to(path: string): Received[]
  /** Answers the next requests to a path, one each, before the path's usual answer. */
  next(path: string, ...answers: Answering[]): void
  /** Sets the path's usual answer. */
  always(path: string, answer: Answering): void
  close(): Promise<void>
}

export const TOKEN_PATH = '/auth/v1/oauth2/token'
export const INTENT_PATH = '/payments/v2/intent'
export const REDIRECT_PATH = '/payments/v2/intent/redirect'
export const STATUSES_PATH = '/payments/v1/payments/statuses'
export const MANIFEST_PATH = '/payments/v1/widget/manifest'
export const KYC_PATH = '/compliance/v2/kyc'
export const SUBSCRIPTIONS_PATH = '/notifications/v1/subscriptions'

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

export const failure = (status: number, message = 'It failed', headers: Record<string, string> = {}): Answering =>
  json(status, { error: { reason: 'Reason', status, message } }, headers)

export const reset: Answering = (response) => response.socket?.resetAndDestroy()

/** Headers and half a body, and then nothing. */
export const slowBody: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{"data":')
}

/** Headers and half a body, and then the connection breaks. */
export const truncatedBody: Answering = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"data":', () => response.socket?.resetAndDestroy())
}

export const silence: Answering = () => {}

export const INTENT_ID = '440b0e4e-ae70-4886-ad6b-1521cc22cbca'
export const INTENT_BODY = `{"data": {"flow":"PAYMENT", "error_code":null,"payment_intent_id":"${INTENT_ID}","widget_data":"eyJ4Ijoi0YTQuCJ9","notes":[],"added_later":{"kept":true}} }`
export const MANIFEST = {
  file_name: 'payments-widget-1.2.3.js',
  integrity: { digest: `sha384-${'A'.repeat(64)}`, type: 'sha-384' },
} as const

const readAll = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** A real HTTP server that answers as the service does where nothing goes wrong. */
export const startStubService = async (): Promise<StubService> => {
  let issued = 0
  const usual = new Map<string, Answering>([
    [
      TOKEN_PATH,
      (response, request) =>
        json(201, { data: { access_token: `token-${++issued}`, expires_in: 3600, token_type: 'Bearer' } })(
          response,
          request,
        ),
    ],
    [INTENT_PATH, json(201, INTENT_BODY)],
    [REDIRECT_PATH, json(201, { data: { redirect_url: `http://pay.test/pay/${INTENT_ID}?redirect_token=abc` } })],
    [MANIFEST_PATH, json(200, { data: MANIFEST })],
    [KYC_PATH, json(200, { data: { flow: 'KYC_OCC', error_code: null, widget_data: 'eyJ4IjoxfQ' } })],
    [
      STATUSES_PATH,
      (response, request) => {
        const ids: string[] = JSON.parse(request.body).payment_intent_ids
        const data = ids.map((id) => ({ payment_intent_id: id, status: 'Approved' }))
        json(200, { data })(response, request)
      },
    ],
  ])
  const queued = new Map<string, Answering[]>()
  const requests: Received[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const { headers, method = '', socket } = request
    const received = { method, path, headers, body: await readAll(request), port: socket.remotePort }
    requests.push(received)
    const answer = queued.get(path)?.shift() ?? usual.get(path) ?? failure(404, 'No such route')
    answer(response, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    next: (path, ...answers) => void queued.set(path, [...(queued.get(path) ?? []), ...answers]),
    always: (path, answer) => void usual.set(path, answer),
    close,
    [Symbol.asyncDispose]: close,
  }
}
