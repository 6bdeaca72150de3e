import {
  createServer,
  IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type Server,
  ServerResponse,
} from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import { type AddressInfo, connect, Socket } from 'node:net'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clientOf, PURCHASE } from '../../test/fixtures.ts'
import {
  INTENT_BODY,
  MANIFEST,
  silence,
  startStubService,
  type StubService,
  INTENT_PATH,
} from '../../test/stub-service.ts'
import { APPROVED, KEY } from '../../test/webhook-fixtures.ts'
import { createHandler, type Handler } from '../handler.ts'
import { signTestWebhook } from '../sign-test-webhook.ts'
import { coinslotExpress } from './express.ts'
import { coinslotFastify } from './fastify.ts'
import { toNodeListener } from './node-http.ts'

let service: StubService
let events: unknown[]
let handler: Handler
const servers: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  service = await startStubService()
  events = []
  handler = createHandler({
    client: clientOf(service),
    webhookKeys: KEY,
    resolveIntent: async (request) => {
      const { item } = Object(await request.json())
      if (item === 'cookie')
        return new Response('no', {
          headers: [
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ],
        })
      return PURCHASE
    },
    onEvent: (event) => void events.push(event),
    onError: () => {},
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((close) => close()))
  await service.close()
})

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  servers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  )
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const listenWith = (listener: RequestListener) => listen(createServer(listener))

/** Routes of the application beside the handler's. */
const ECHOES = ['/echo', '/coinslots']

const hosts: Record<string, () => Promise<string>> = {
  'node:http': () => listenWith(toNodeListener(handler)),
  'Express 5': () => {
    const app = express()
    app.use(coinslotExpress(handler))
    app.use(express.json())
    app.post(ECHOES, (request, response) => void response.json(request.body))
    return listenWith(app)
  },
  'Express 5, mounted under its base': () => {
    const app = express()
    app.use('/coinslot', coinslotExpress(handler))
    app.use(express.json())
    app.post(ECHOES, (request, response) => void response.json(request.body))
    return listenWith(app)
  },
  'Fastify 5': async () => {
    const app = fastify()
    app.register(coinslotFastify(handler))
    for (const path of ECHOES) app.post(path, (request) => request.body)
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    servers.push(() => app.close())
    return url
  },
}

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })

describe.each(Object.entries(hosts))('%s', (name, start) => {
  test('serves the routes', async () => {
    const url = await start()
    const manifest = await fetch(`${url}/coinslot/manifest`)
    expect(await manifest.json()).toMatchObject({ data: MANIFEST })
    const intent = await post(`${url}/coinslot/intent`, '{"item":"coins-1000"}')
    expect([intent.status, await intent.text()]).toEqual([201, INTENT_BODY])
    const conditional = await fetch(`${url}/coinslot/manifest`, {
      headers: { 'if-none-match': manifest.headers.get('etag') ?? '' },
    })
    expect(conditional.status).toBe(304)
  })

  test('gives the webhook its raw body, bytes and all', async () => {
    const url = await start()
    const { body, headers } = await signTestWebhook(`  ${JSON.stringify(APPROVED, null, 3)}\n`, KEY)
    expect((await post(`${url}/coinslot/webhook`, body, headers)).status).toBe(200)
    expect(events).toEqual([APPROVED])
    expect((await post(`${url}/coinslot/webhook`, body.trim(), headers)).status).toBe(401)
  })

  test('keeps each cookie of a resolver’s answer', async () => {
    const response = await post(`${await start()}/coinslot/intent`, '{"item":"cookie"}')
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })

  test('refuses another site by the host that was asked', async () => {
    const url = await start()
    expect((await post(`${url}/coinslot/intent`, '{}', { origin: 'https://evil.test' })).status).toBe(403)
    expect((await post(`${url}/coinslot/intent`, '{}', { origin: url })).status).toBe(201)
  })

  test('answers 400 where the host cannot be read', async () => {
    const url = new URL(await start())
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(url.port), url.hostname, () => {
        socket.write('GET /coinslot/manifest HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')
      })
      let text = ''
      socket.on('data', (chunk) => (text += chunk)).on('end', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('{"error":{"reason":"Bad Request","status":400,"message":"The request cannot be read"}}')
  })

  test.each(ECHOES)('leaves the rest of the application alone, such as %s', async (path) => {
    const response = await post(`${await start()}${path}`, '{"a":1}')
    const alone = [
      404,
      {
        error: {
          reason: 'Not Found',
          status: 404,
          message:
            "There is no such route of the handler's basePath '/coinslot', or not without resolveIntent, resolveKyc, onEvent",
        },
      },
    ]
    expect([response.status, await response.json()]).toEqual(name === 'node:http' ? alone : [200, { a: 1 }])
  })
})

describe('Hono', () => {
  test('serves the handler as it is', async () => {
    const app = new Hono().all('/coinslot/*', ({ req }) => handler(req.raw))
    expect(await (await app.request('/coinslot/manifest')).json()).toMatchObject({ data: MANIFEST })
  })
})

describe('the node:http adapter', () => {
  test('ends the call to the service when the page hangs up', async () => {
    service.always(INTENT_PATH, silence)
    const failures: unknown[] = []
    const client = clientOf(service)
    const watching = createHandler({ client, resolveIntent: () => PURCHASE, onError: (error) => failures.push(error) })
    const url = new URL(await listenWith(toNodeListener(watching)))
    const options = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const page = httpRequest(`${url.origin}/coinslot/intent`, options).on('error', () => {})
    page.end('{}')
    await expect.poll(() => service.to(INTENT_PATH).length).toBe(1)
    page.destroy()
    await expect.poll(() => failures.length).toBe(1)
    expect(failures).toMatchObject([{ code: 'aborted' }])
  })

  test('takes a plain connection for one on Bun too, whose sockets say that they are not encrypted', async () => {
    const listener = toNodeListener(handler)
    const url = await listenWith((request, response) => {
      Object.assign(request.socket, { encrypted: false })
      return listener(request, response)
    })
    expect((await post(`${url}/coinslot/intent`, '{}', { origin: url })).status).toBe(201)
  })

  test('reads the host that HTTP/2 has in its own place, so that a page of it is the handler’s own', async () => {
    const server = createHttp2Server(toNodeListener(handler) as never)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const session = connectHttp2(origin)
    servers.push(async () => {
      session.destroy()
      await new Promise((resolve) => server.close(resolve))
    })
    const own = { ':method': 'POST', ':path': '/coinslot/intent', 'content-type': 'application/json', origin }
    const stream = session.request(own).end('{"item":"coins-1000"}')
    const answer = await new Promise((resolve) => stream.on('response', resolve))
    expect(answer).toMatchObject({ ':status': 201 })
  })

  test('reads a request that was made of an event, as on AWS Lambda: it has no raw headers', async () => {
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const made = Object.assign(new IncomingMessage(new Socket()), {
      method: 'POST',
      url: '/coinslot/webhook',
      headers: { host: 'shop.test', ...headers },
      complete: true,
    })
    made.push(body)
    made.push(null)
    const response = new ServerResponse(made)
    await toNodeListener(handler)(made, response)
    expect(response.statusCode).toBe(200)
    expect(events).toHaveLength(1)
  })

  test.each(['utf8', 'latin1', 'hex'] as const)(
    'reads a body that middleware wants in an encoding: %s',
    async (encoding) => {
      const listener = toNodeListener(handler)
      const url = await listenWith((request, response) => void listener(request.setEncoding(encoding), response))
      const { body, headers } = await signTestWebhook(APPROVED, KEY)
      expect((await post(`${url}/coinslot/webhook`, body, headers)).status).toBe(200)
      expect(events).toEqual([APPROVED])
    },
  )

  test('says so where a body parser came first, unless it kept the bytes', async () => {
    const app = express()
    app.use(express.json())
    app.use(coinslotExpress(handler))
    app.use((error: Error, _: express.Request, response: express.Response, _next: express.NextFunction) => {
      response.status(500).send(JSON.stringify(error))
    })
    const { body, headers } = await signTestWebhook(APPROVED, KEY)
    const late = await post(`${await listenWith(app)}/coinslot/webhook`, body, headers)
    expect([late.status, await late.json()]).toMatchObject([
      500,
      { code: 'invalid_configuration', message: expect.stringContaining('before any body parser') },
    ])

    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const listener = toNodeListener(handler)
    const alone = await listenWith(async (request, response) => {
      await request.resume().toArray()
      await listener(request, response)
    })
    const told = await post(`${alone}/coinslot/webhook`, body, headers)
    expect([told.status, await told.text()]).toEqual([500, expect.stringContaining('before any body parser')])
    expect(log).toHaveBeenCalledWith(expect.objectContaining({ code: 'invalid_configuration' }))

    const keeping = express()
    keeping.use(express.json({ verify: (request, _, bytes) => void Object.assign(request, { rawBody: bytes }) }))
    keeping.use(coinslotExpress(handler))
    expect((await post(`${await listenWith(keeping)}/coinslot/webhook`, body, headers)).status).toBe(200)
  })
})
