import { Agent, createServer, request as httpRequest, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, PURCHASE } from '../../test/fixtures.ts'
import { startStubService, type StubService } from '../../test/stub-service.ts'
import { KEY } from '../../test/webhook-fixtures.ts'
import { createHandler, type Handler } from '../handler.ts'
import { coinslotExpress } from './express.ts'
import { coinslotFastify } from './fastify.ts'
import { toNodeListener } from './node-http.ts'

const MIB = 1_048_576
const SENT_BYTES = 400 * MIB

let service: StubService
let handler: Handler
let resolved: number[]
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  service = await startStubService()
  resolved = []
  const resolve = async (request: Request) => {
    resolved.push((await request.text()).length)
    return PURCHASE
  }
  handler = createHandler({
    client: clientOf(service),
    webhookKeys: KEY,
    resolveIntent: resolve,
    resolveKyc: async (request) => {
      await resolve(request)
      return new Response(null, { status: 204 })
    },
    onEvent: () => {},
    onError: () => {},
  })
})
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
  await service.close()
})

const hosts: Record<string, () => Promise<RequestListener>> = {
  'node:http': async () => toNodeListener(handler),
  Express: async () => express().use(coinslotExpress(handler)),
  Fastify: async () => {
    const app = fastify()
    app.register(coinslotFastify(handler))
    await app.ready()
    return (request, response) => app.routing(request, response)
  },
}

/** Serves on a free port, and tells how much was read from each connection. */
const serve = async (listener: RequestListener) => {
  const sockets: Socket[] = []
  const server = createServer(listener).on('connection', (socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { port, bytesRead: () => sockets.reduce((sum, socket) => sum + socket.bytesRead, 0) }
}

/** Sends zeros in chunks, without saying how many will come, until all are sent or the server hangs up; gives its status. */
const sendChunked = (port: number, method: string, path: string, bytes: number): Promise<number | undefined> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (text) => (answer += text)).on('error', () => {})
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])))
    const head = [`${method} ${path} HTTP/1.1`, 'host: shop.test', 'content-type: application/json']
    socket.write(`${[...head, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`)
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000), Buffer.from('\r\n')])
    let sent = 0
    const send = () => {
      while (sent < bytes && socket.writable) {
        sent += 0x10000
        if (!socket.write(chunk)) return socket.once('drain', send)
      }
      return socket.end('0\r\n\r\n')
    }
    send()
  })

describe.each(Object.entries(hosts))('a body of 400 MiB that comes in chunks, to %s', (_, start) => {
  test.each([
    ['POST', 'intent', 413],
    ['POST', 'kyc', 413],
    ['POST', 'webhook', 413],
    ['POST', 'manifest', 405],
    ['PUT', 'intent', 405],
    ['POST', 'nothing', 404],
  ])('%s %s: is answered, and not read', async (method, route, status) => {
    const { bytesRead, port } = await serve(await start())
    expect(await sendChunked(port, method, `/coinslot/${route}`, SENT_BYTES)).toBe(status)
    expect(bytesRead()).toBeLessThan(4 * MIB)
    expect(resolved).toEqual([])
  })
})

describe('a body within the limit', () => {
  test.each([
    [65_536, 201],
    [65_537, 413],
  ])('of %i bytes in chunks: %i', async (length, status) => {
    const body = new Blob([new Uint8Array(length).fill(32)]).stream()
    const request = { method: 'POST', body, headers: { 'content-type': 'application/json' }, duplex: 'half' as const }
    const { port } = await serve(toNodeListener(handler))
    const answer = await fetch(`http://127.0.0.1:${port}/coinslot/intent`, request)
    expect([answer.status, resolved]).toEqual([status, status === 201 ? [length] : []])
  })

  test('leaves its connection open for the next request, read or not', async () => {
    let connections = 0
    const server = createServer(toNodeListener(handler)).on('connection', () => connections++)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise((resolve) => server.close(resolve)))
    const { port } = server.address() as AddressInfo
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const post = (route: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' }
        const options = { port, host: '127.0.0.1', method: 'POST', path: `/coinslot/${route}`, headers, agent }
        const request = httpRequest(options, (response) =>
          response.resume().on('end', () => resolve(response.statusCode)),
        )
        request.on('error', reject).end(Buffer.alloc(100_000, 32))
      })
    const statuses = [await post('nothing'), await post('intent'), await post('manifest'), await post('webhook')]
    agent.destroy()
    expect(statuses).toEqual([404, 413, 405, 401])
    expect(connections).toBe(1)
  })
})
