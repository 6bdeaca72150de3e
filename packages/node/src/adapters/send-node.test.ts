import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import http, { type ClientRequest, createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { readFile } from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { send } from './send-node.ts'

const closing: Server[] = []
afterEach(() => {
  for (const server of closing.splice(0)) server.close()
})

const listen = async (server: Server, host = '127.0.0.1'): Promise<number> => {
  closing.push(server)
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}

const get = (baseUrl: string, path = '/a?b=c') => {
  if (send === undefined) throw new Error('Node has a transport of its own')
  return send({ baseUrl, path, method: 'GET', headers: { accept: 'application/json' }, body: undefined })
}

describe('sending on Node', () => {
  test('names the host once, whatever the caller names', async () => {
    const hosts: unknown[] = []
    const server = createServer((request, response) => {
      hosts.push(request.rawHeaders.filter((_, index, all) => all[index - 1]?.toLowerCase() === 'host'))
      response.end()
    })
    const baseUrl = `http://127.0.0.1:${await listen(server)}`
    await send?.({ baseUrl, path: '/', method: 'GET', headers: { host: 'other.test' }, body: undefined }).answer
    expect(hosts).toEqual([[new URL(baseUrl).host]])
  })

  test('keeps the connection, the prefix of the base URL and its host', async () => {
    const seen: IncomingMessage[] = []
    const server = createServer((request, response) => {
      seen.push(request)
      response.setHeader('set-cookie', ['a=1', 'b=2']).end('é')
    })
    const port = await listen(server)
    for (let call = 0; call < 3; call++) {
      const answer = await get(`http://127.0.0.1:${port}/pay`).answer
      expect([answer.status, answer.text, answer.header('x-none'), answer.header('set-cookie')]).toEqual([
        200,
        'é',
        null,
        'a=1,b=2',
      ])
    }
    expect(new Set(seen.map(({ socket }) => socket.remotePort)).size).toBe(1)
    expect(seen.map(({ headers, url }) => [url, headers.host, headers['transfer-encoding']])).toEqual(
      Array(3).fill(['/pay/a?b=c', `127.0.0.1:${port}`, undefined]),
    )
    server.closeAllConnections()
  })

  test('lets those who watch Node’s requests read its headers and add one, as tracing does', async () => {
    const server = createServer((request, response) => response.end(String(request.headers['traceparent'])))
    const read: unknown[] = []
    const watch = (message: unknown) => {
      const { request } = message as { request: ClientRequest }
      read.push(request.getHeader('accept'))
      request.setHeader('traceparent', '00-1-2-01')
    }
    subscribe('http.client.request.created', watch)
    const { text } = await get(`http://127.0.0.1:${await listen(server)}`).answer
    unsubscribe('http.client.request.created', watch)
    expect([read, text]).toEqual([['application/json'], '00-1-2-01'])
    server.closeAllConnections()
  })

  test('goes through what has taken the place of Node’s own request meanwhile, as in tests with msw', async () => {
    const server = createServer((_, response) => response.end())
    const baseUrl = `http://127.0.0.1:${await listen(server)}`
    const request = vi.spyOn(http, 'request')
    await get(baseUrl).answer
    expect(request).toHaveBeenCalledOnce()
    request.mockRestore()
    server.closeAllConnections()
  })

  test('closes a connection that nobody used for half a minute, before what is in between forgets it', async () => {
    const server = createServer({ keepAliveTimeout: 90_000 }, (_, response) => response.end())
    const created: ClientRequest[] = []
    const watch = (message: unknown) => void created.push((message as { request: ClientRequest }).request)
    subscribe('http.client.request.created', watch)
    await get(`http://127.0.0.1:${await listen(server)}`).answer
    unsubscribe('http.client.request.created', watch)
    await expect.poll(() => created.map(({ socket }) => socket?.timeout)).toEqual([30_000])
    server.closeAllConnections()
  })

  test('reaches an IPv6 address', async () => {
    const server = createServer((request, response) => response.end(request.headers.host))
    const port = await listen(server, '::1')
    expect((await get(`http://[::1]:${port}`).answer).text).toBe(`[::1]:${port}`)
    server.closeAllConnections()
  })

  test('refuses a certificate that nobody vouches for', async () => {
    const folder = new URL('../../../service/test/tls/', import.meta.url)
    const cert = await readFile(new URL('right.example.cert.pem', folder))
    const key = await readFile(new URL('right.example.key.pem', folder))
    const server = createSecureServer({ cert, key }, (_, response) => response.end())
    const port = await listen(server)
    const failure: unknown = await get(`https://localhost:${port}`).answer.catch((error: unknown) => error)
    expect(Object(failure).code).toMatch(/CERT|SELF_SIGNED|UNABLE/)
  })

  test('breaks an answer off that is larger than any, and ends no process with it', async () => {
    const server = createServer((_, response) => response.end(Buffer.alloc(50_000_001)))
    const answer = get(`http://127.0.0.1:${await listen(server)}`).answer.catch((error: unknown) => error)
    expect(Object(await answer).code).toBe('EMSGSIZE')
  })

  test('takes an answer that goes on in another protocol for a failure, and closes its connection', async () => {
    const server = createServer()
    const closed = new Promise((resolve) => {
      server.on('upgrade', (_, socket) => {
        socket
          .on('close', resolve)
          .end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')
      })
    })
    const port = await listen(server)
    const baseUrl = `http://127.0.0.1:${port}`
    const headers = { connection: 'upgrade', upgrade: 'h2c' }
    const sending = send?.({ baseUrl, path: '/', method: 'GET', headers, body: undefined })
    await expect(sending?.answer).rejects.toBeDefined()
    await closed
  })

  test('breaks off when it is cancelled', async () => {
    const server = createServer(() => undefined)
    const port = await listen(server)
    const sending = get(`http://127.0.0.1:${port}`)
    sending.cancel()
    expect(Object(await sending.answer.catch((error: unknown) => error)).code).toBe('ECONNRESET')
  })
})
