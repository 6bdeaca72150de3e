import { Agent, createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const CHECK_EVERY_MS = 200

export interface RetryingProxy {
  readonly url: string
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/**
 * A balancer as operators have them: it goes by `/readyz`, keeps connections open, and asks the next process where a
 * connection fails before there is an answer.
 * @param backendsOf their addresses at the moment.
 */
export const startRetryingProxy = async (backendsOf: () => readonly string[]): Promise<RetryingProxy> => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  const send = (backend: string, { method, path, headers, body }: Asked): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const outgoing = request(new URL(path, backend), { method, headers, agent }, (incoming) => {
        buffer(incoming).then(
          (received) => resolve({ status: incoming.statusCode ?? 502, headers: incoming.headers, body: received }),
          reject,
        )
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  const check = async (backend: string): Promise<void> => {
    const response = await fetch(`${backend}/readyz`).catch(() => null)
    if (response?.ok) ready.add(backend)
    else ready.delete(backend)
    await response?.text()
  }
  const checkAll = () => Promise.all(backendsOf().map(check))
  await checkAll()
  const timer = setInterval(() => void checkAll(), CHECK_EVERY_MS)

  let turn = 0
  const answer = async (asked: Asked): Promise<Answer> => {
    const backends = backendsOf()
    const usable = backends.filter((backend) => ready.has(backend))
    const order = usable.length === 0 ? backends : usable
    turn += 1
    let failure: unknown
    for (let index = 0; index < order.length; index += 1) {
      try {
        return await send(order[(turn + index) % order.length] ?? '', asked)
      } catch (error) {
        failure = error
      }
    }
    return { status: 502, headers: {}, body: Buffer.from(String(failure)) }
  }
  const server = createServer((incoming, outgoing) => {
    void buffer(incoming).then(async (body) => {
      const { host: _host, connection: _connection, ...headers } = incoming.headers
      const asked = { method: incoming.method ?? 'GET', path: incoming.url ?? '/', headers, body }
      const { status, headers: given, body: received } = await answer(asked)
      const { connection: _ended, 'transfer-encoding': _encoding, 'keep-alive': _kept, ...kept } = given
      outgoing.writeHead(status, kept).end(received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
