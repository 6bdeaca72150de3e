import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setInterval as every } from 'node:timers/promises'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Buyer } from './buyer.ts'
import { testDatabase } from './databases.ts'
import { buildApp, type Patience } from '../src/composition/app.ts'
import { UploadBudget } from '../src/kyc/upload-budget.ts'
import { giveAllBeforeDocuments, PNG } from './kyc-customer.ts'
import { startKycSession } from './orders.ts'
import { startTestService, type TestService } from './harness.ts'

let service: TestService
let impatient: FastifyInstance
/** Where requests have little time to arrive; what comes before them goes to the service itself. */
let hurried: string

beforeAll(async () => {
  service = await startTestService()
  impatient = buildApp(service.deps, { requestTimeoutMs: 300 })
  hurried = await impatient.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await impatient.close()
  await service.close()
})

const START = 'POST /auth/v1/oauth2/token HTTP/1.1\r\nhost: coinslot.example\r\n'

/** Sends the beginning of a request and then nothing more. */
const sendAndWait = async (beginning: string): Promise<string> => {
  const { hostname, port } = new URL(hurried)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(beginning)
  return text(socket)
}

const SLOW = 'GET /slow HTTP/1.1\r\nhost: coinslot.example\r\n'
const LIVE = SLOW.replace('slow', 'live')
const LARGE = 'GET /openapi.json HTTP/1.1\r\nhost: coinslot.example\r\n\r\n'
/** Asks for more than the two systems hold on its way. */
const HUGE = LARGE.replace('openapi.json', 'huge')

/** An application that answers `/slow` once it is told to, and goes on with `/live` then; with a connection on which a request has come, as far as it goes. */
const askSlow = async (request: string, patience: Patience = {}) => {
  const app = buildApp(service.deps, patience)
  let goOn = (): void => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  app.get('/slow', async () => {
    await isOn
    return 'late, and whole'
  })
  app.get('/huge', async () => 'x'.repeat(16_777_216))
  app.get('/live', async (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200).write('at once')
    await isOn
    reply.raw.end(', and late')
  })
  const { hostname, port } = new URL(await app.listen({ port: 0 }))
  const asked = once(app.server, 'request')
  const asker = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  asker.write(request)
  const [{ socket }, answer] = (await asked) as [IncomingMessage, ServerResponse]
  return { app, asker, socket, answer, goOn }
}

const MINUTE_MS = 60_000

/** Lets a connection be still for a tenth of a second where it may be for a minute: only once its request is there, which may be late. */
const hurry = ({ app, socket }: { readonly app: FastifyInstance; readonly socket: Socket }): void => {
  app.server.timeout *= 100 / MINUTE_MS
  socket.setTimeout(app.server.timeout)
}

describe.runIf(testDatabase === 'embedded')('connections, in which no database has a part', () => {
  test.each([
    ['headers', START],
    ['body', `${START}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"client_id":`],
  ])(
    'a request whose %s stop arriving gets the envelope of a 408 and loses its connection',
    async (_part, beginning) => {
      const answer = await sendAndWait(beginning)
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nconnection: close\r\n/)
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ error: { status: 408 } })
    },
  )

  test.each([
    ['is the caller’s where the headers have come', 'x-request-id: order-7\r\ncontent-length: 9\r\n\r\n{', 'order-7'],
    ['is a new one where they have not', 'x-request-id: order-7\r\n', expect.stringMatching(/^[\w-]{36}$/)],
  ])('the request id of what does not arrive whole %s', async (_name, rest, id) => {
    const whole = `${START}x-request-id: order-6\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
    const answers = await sendAndWait(`${whole}${START}content-type: application/json\r\n${rest}`)
    expect([...answers.matchAll(/^x-request-id: (.*)\r$/gm)].map(([, each]) => each)).toEqual(['order-6', id])
  })

  test.each([
    ['has not begun', SLOW, 'late, and whole'],
    ['has nothing more to take for now, as of a live page,', LIVE, 'at once[^]*, and late'],
  ])('a connection whose answer %s may be still for longer', async (_which, request, body) => {
    const asked = await askSlow(`${request}connection: close\r\n\r\n`)
    const answer = text(asked.asker)
    hurry(asked)
    await once(asked.socket, 'timeout')
    asked.goOn()
    expect(await answer).toMatch(new RegExp(`^HTTP/1\\.1 200 OK\r\n[^]*${body}`))
    await asked.app.close()
  })

  test('the attack of answers that are asked for and never taken loses its connection, slow ones too', async () => {
    const asked = await askSlow(`${SLOW}\r\n${HUGE}`)
    hurry(asked)
    await once(asked.socket, 'timeout')
    asked.goOn()
    await expect.poll(() => asked.socket.destroyed).toBe(true)
    asked.asker.destroy()
    await asked.app.close()
  })

  test('the attack of many answers that are never taken loses its connections before a minute is over', async () => {
    const { app, asker: eve, socket } = await askSlow(HUGE, { maxWaitingBytes: 0 })
    await expect.poll(() => socket.destroyed).toBe(true)
    eve.destroy()
    await app.close()
  })

  test('the attack of many requests that come before the first is answered loses its connection', async () => {
    const { app, asker: eve, socket, goOn } = await askSlow(`${SLOW}\r\n`.repeat(100))
    eve.on('error', () => undefined)
    await expect.poll(() => socket.destroyed).toBe(true)
    goOn()
    await app.close()
  })

  test('the attack of many addresses that cannot be read, which come in one moment, loses its connection', async () => {
    const {
      app,
      asker: eve,
      socket,
    } = await askSlow('GET /%ff HTTP/1.1\r\nhost: coinslot.example\r\n\r\n'.repeat(1_000))
    eve.on('error', () => undefined)
    eve.resume()
    await expect.poll(() => socket.destroyed).toBe(true)
    await app.close()
  })

  test('the attack of requests that come after their 408 is not served, and loses its connection however much it sends', async () => {
    const beginning = `${START}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`
    const { app, asker: eve, socket, answer } = await askSlow(beginning, { requestTimeoutMs: 100, lingerMs: 100 })
    const served: string[] = []
    answer.on('close', () => answer.headersSent && served.push('the request'))
    app.server.on('request', () => served.push('what came after'))
    expect(await text(eve)).toMatch(/^HTTP\/1\.1 408 /)
    eve.on('error', () => undefined)
    for await (const _ of every(10)) {
      if (socket.destroyed) break
      eve.write(`"a": 123}${LARGE}`)
    }
    expect(served).toEqual([])
    eve.destroy()
    await app.close()
  })

  test('the connection of whoever is told last what could not be read ends with its other side', async () => {
    const { app, asker, socket, goOn } = await askSlow(`${SLOW}\r\nNONSENSE\r\n\r\n`)
    goOn()
    expect((await text(asker)).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '400'])
    asker.end()
    await expect.poll(() => socket.destroyed).toBe(true)
    await app.close()
  })

  test('a service that stops waits for nobody who is told their last while it does', async () => {
    const { app, asker: eve, goOn } = await askSlow(`${SLOW}\r\nNONSENSE\r\n\r\n`)
    const told = text(eve)
    const stopped = app.close()
    await expect.poll(() => app.server.listening).toBe(false)
    goOn()
    await stopped
    expect((await told).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '400'])
  })

  test.each([
    ['has been told their last', `${LARGE}NONSENSE\r\n\r\n`, ['200', '400']],
    [
      'has been refused and not sent the rest',
      `${START.replace('auth', 'nowhere')}content-length: 9\r\n\r\n{`,
      ['404'],
    ],
  ])('a service that stops waits for nobody who %s', async (_what, request, statuses) => {
    const { app, asker: eve, socket } = await askSlow(request)
    const told = text(eve)
    if (statuses.length > 1) await told
    else await once(eve, 'readable')
    await app.close()
    expect(socket.destroyed).toBe(true)
    expect((await told).match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(statuses)
  })
})

const SELFIE = { method: 'PUT', headers: { 'content-type': 'image/png' } }

/** A buyer who is asked for a selfie. */
const buyerAtSelfie = async (): Promise<Buyer> => {
  const page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
  return page
}

const sendSelfie = (page: Buyer, pieces: () => AsyncIterable<Uint8Array>) =>
  page.send(`${CHECKOUT_PATHS.upload}/selfie`, { ...SELFIE, stream: ReadableStream.from(pieces()), at: hurried })

const sendWhole = (page: Buyer) => page.send(`${CHECKOUT_PATHS.upload}/selfie`, { ...SELFIE, raw: PNG, at: hurried })

test('a file that comes slowly, as over a phone’s network, is taken past the time of other requests', async () => {
  const answer = await sendSelfie(await buyerAtSelfie(), async function* () {
    yield PNG
    let isPast = false
    const other = sendAndWait(`${START}content-length: 100\r\n\r\n{`).then(() => (isPast = true))
    for await (const _ of every(20)) {
      yield Buffer.alloc(1)
      if (isPast) break
    }
    await other
  })
  expect([answer.status, answer.json?.data]).toMatchObject([200, { selfie: true }])
})

test('a file that stops arriving gets a 408, and another may be sent at once', async () => {
  const page = await buyerAtSelfie()
  const answer = await sendSelfie(page, async function* () {
    yield PNG
    await new Promise(() => {})
  })
  expect(answer.status).toBe(408)
  await expect.poll(async () => (await sendWhole(page)).status).toBe(200)
})

test('a file that makes room for others gets a 408, and may be sent again', async () => {
  const page = await buyerAtSelfie()
  const hold = vi.spyOn(UploadBudget.prototype, 'hold')
  const answer = await sendSelfie(page, async function* () {
    for await (const _ of every(20)) {
      yield PNG
      hold.mock.calls[0]?.[1].cutOff()
    }
  })
  hold.mockRestore()
  expect(answer.status).toBe(408)
  await expect.poll(async () => (await sendWhole(page)).status).toBe(200)
})
