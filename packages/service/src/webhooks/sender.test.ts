import type { LookupFunction } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fateOfTimer } from '../../test/fate-of-timer.ts'
import {
  answer,
  endless,
  endlessAnswer,
  endlessInformation,
  type FaultEndpoint,
  type FaultEndpointOptions,
  neverAnswer,
  resetInMidAnswer,
  startFaultEndpoint,
  TEST_CA,
  trickle,
} from '../../test/fault-endpoint.ts'
import { createResolver } from '../../test/resolver.ts'
import { createSender, type Sender, type SenderOptions } from './sender.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((resource) => resource.close()))
})

const endpoint = async (options?: FaultEndpointOptions): Promise<FaultEndpoint> => {
  const started = await startFaultEndpoint(options)
  open.push(started)
  return started
}
const sender = (options: SenderOptions = {}): Sender => {
  const created = createSender({ allowPrivate: true, ...options })
  open.push(created)
  return created
}
const message = (url: string, merchantId = 'ada') => ({
  merchantId,
  endpoint: url,
  headers: { 'webhook-id': 'evt_1' },
  body: '{"reference":"ü"}',
})
/** A resolver that fails. */
const failingResolver = (code: string): LookupFunction => {
  return (hostname, _options, callback) =>
    callback(Object.assign(new Error(`getaddrinfo ${code} ${hostname}`), { code }), '')
}

describe('a delivery', () => {
  test('posts the body and the headers, and is a success on any 2xx', async () => {
    const { url, received, behave } = await endpoint()
    behave(answer(204), answer(200))
    const sending = sender()
    expect(await sending.send(message(url))).toMatchObject({ statusCode: 204, failure: null })
    expect(await sending.send(message(url))).toMatchObject({ statusCode: 200, failure: null })
    expect(received[0]?.body).toBe('{"reference":"ü"}')
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Coinslot-Webhooks/1',
      'webhook-id': 'evt_1',
    })
  })

  test('that has ended is not broken off when its time is over, as the next on its connection would be', async () => {
    const { url } = await endpoint()
    const send = async () => {
      expect(await sender({ timeoutMs: 54_321 }).send(message(url))).toMatchObject({ failure: null })
    }
    expect(await fateOfTimer(54_321, send)).toBe('cleared')
  })

  test.each([400, 404, 410, 500, 503])('fails on status %i', async (status) => {
    const { url, behave } = await endpoint()
    behave(answer(status, { 'retry-after': '7' }))
    expect(await sender().send(message(url))).toMatchObject({
      statusCode: status,
      failure: 'http_status',
      retryAfter: '7',
    })
  })

  test('is a success where a 204 comes with a body, which it cannot have', async () => {
    const { url, behave } = await endpoint()
    behave(({ socket }) => socket?.write('HTTP/1.1 204 No Content\r\n\r\nok'))
    expect(await sender().send(message(url))).toMatchObject({ statusCode: 204, failure: null })
  })

  test('does not follow a redirect', async () => {
    const [first, second] = [await endpoint(), await endpoint()]
    first.behave(answer(301, { location: second.url }))
    expect(await sender().send(message(first.url))).toMatchObject({ statusCode: 301, failure: 'http_status' })
    expect(second.received).toEqual([])
  })

  test('goes on over a new connection when a kept one was closed under it', async () => {
    const { url, received, behave } = await endpoint()
    behave(answer(200), (response) => response.socket?.resetAndDestroy(), answer(200))
    const sending = sender()
    await sending.send(message(url))
    expect(await sending.send(message(url))).toMatchObject({ statusCode: 200, failure: null })
    expect(received).toHaveLength(3)
  })

  test('leaves nothing of itself on a kept connection, of however many that one carries', async () => {
    const { url } = await endpoint()
    const warned = vi.spyOn(process, 'emitWarning')
    const sending = sender()
    for (let count = 0; count < 20; count += 1) await sending.send(message(url))
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })

  test('is not sent again where a kept connection breaks once its answer has begun', async () => {
    const { url, received, behave } = await endpoint()
    behave(answer(200), resetInMidAnswer, answer(200))
    const sending = sender()
    await sending.send(message(url))
    expect(await sending.send(message(url))).toMatchObject({ statusCode: 200, failure: 'connection_reset' })
    expect(received).toHaveLength(2)
  })

  test('ends at once when we break it off', async () => {
    const { url, received, behave } = await endpoint()
    behave(neverAnswer)
    const sending = sender()
    const sent = sending.send(message(url))
    await expect.poll(() => received.length).toBe(1)
    sending.abort()
    expect(await sent).toMatchObject({ isBrokenOff: true, statusCode: null })
  })

  test('is not sent again where we break it off on a kept connection', async () => {
    const { url, received, behave } = await endpoint()
    behave(answer(200), neverAnswer, answer(200))
    const sending = sender()
    await sending.send(message(url))
    const sent = sending.send(message(url))
    await expect.poll(() => received.length).toBe(2)
    sending.abort()
    expect(await sent).toMatchObject({ isBrokenOff: true, statusCode: null })
    expect(received).toHaveLength(2)
  })
})

describe('a failing endpoint', () => {
  test('that never answers is a timeout', async () => {
    const { url, behave } = await endpoint()
    behave(neverAnswer)
    const outcome = await sender({ timeoutMs: 200 }).send(message(url))
    expect(outcome).toMatchObject({ statusCode: null, failure: 'timeout' })
    expect(outcome.durationMs).toBeGreaterThanOrEqual(195)
  })

  test('that answers drop by drop is a timeout over the whole exchange', async () => {
    const { url, behave } = await endpoint()
    behave(trickle)
    const outcome = await sender({ timeoutMs: 1_500 }).send(message(url))
    expect(outcome).toMatchObject({ statusCode: 200, failure: 'timeout' })
  })

  test('whose name never resolves is a timeout', async () => {
    const outcome = await sender({ timeoutMs: 100, resolve: () => undefined }).send(message('http://slow.example/'))
    expect(outcome).toMatchObject({ statusCode: null, failure: 'timeout' })
  })

  test('of many names that never resolve, all of one merchant, holds four of the lookups there are', async () => {
    const asked: string[] = []
    const sending = sender({ timeoutMs: 1_000, resolve: (hostname) => void asked.push(hostname) })
    const names = Array.from({ length: 6 }, (_, nr) => `n${nr}.example`)
    const sent = names.map((name) => sending.send(message(`http://${name}/`, 'eve')))
    void sending.send(message('http://ada.example/', 'ada'))
    await expect.poll(() => asked).toContain('ada.example')
    expect(asked).toEqual([...names.slice(0, 4), 'ada.example'])
    sending.abort()
    await Promise.all(sent)
  })

  test('that refuses connections is told apart', async () => {
    const { url, close } = await startFaultEndpoint()
    await close()
    expect(await sender().send(message(url))).toMatchObject({ statusCode: null, failure: 'connection_refused' })
  })

  test('that resets before it answers is told apart, and is not asked twice', async () => {
    const { url, received, behave } = await endpoint()
    behave((response) => response.socket?.resetAndDestroy())
    expect(await sender().send(message(url))).toMatchObject({ statusCode: null, failure: 'connection_reset' })
    expect(received).toHaveLength(1)
  })

  test('that resets in mid-answer has not received', async () => {
    const { url, behave } = await endpoint()
    behave(resetInMidAnswer)
    expect(await sender().send(message(url))).toMatchObject({ statusCode: 200, failure: 'connection_reset' })
  })

  test('that answers without end is cut off after 64 KiB', async () => {
    const { url, behave } = await endpoint()
    let isCutOff = false
    behave((response, ...asked) => {
      response.on('close', () => (isCutOff = true))
      endlessAnswer(response, ...asked)
    })
    expect(await sender().send(message(url))).toMatchObject({ statusCode: 200, failure: 'response_too_large' })
    await expect.poll(() => isCutOff).toBe(true)
  })

  test('that says without end that it is about to answer is cut off', async () => {
    const { url, behave } = await endpoint()
    behave(endlessInformation)
    expect(await sender().send(message(url))).toMatchObject({ statusCode: null, failure: 'response_too_large' })
  })

  const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
  test.each([
    ['blank lines before its answer', '', '\r\n'.repeat(10_000)],
    ['zeros before the size of a chunk', CHUNKED, '0'.repeat(10_000)],
    ['extensions of chunks', CHUNKED, `1;${'x'.repeat(10_000)}\r\nx\r\n`],
  ])('that sends %s without end is cut off', async (_, head, rest) => {
    const { url, behave } = await endpoint()
    behave(endless(head, rest))
    expect(await sender().send(message(url))).toMatchObject({ failure: 'response_too_large' })
  })

  test('may send its 64 KiB a byte at a time, each in a chunk of its own, and once more on the same connection', async () => {
    const { url, behave } = await endpoint()
    const sockets = new Set<unknown>()
    behave((response) => {
      sockets.add(response.socket)
      for (let bytes = 0; bytes < 65_536; bytes += 1) response.write('x')
      response.end()
    })
    const sending = sender()
    for (let times = 0; times < 3; times += 1) {
      expect(await sending.send(message(url))).toMatchObject({ statusCode: 200, failure: null })
    }
    expect(sockets.size).toBe(1)
  })

  test('may say so before it answers', async () => {
    const { url, behave } = await endpoint()
    behave((response) => {
      for (let hints = 0; hints < 16; hints += 1) response.writeProcessing()
      response.end()
    })
    expect(await sender().send(message(url))).toMatchObject({ statusCode: 200, failure: null })
  })

  test('may answer with exactly 64 KiB', async () => {
    const { url, behave } = await endpoint()
    behave(answer(200, {}, 'x'.repeat(65_536)), answer(200, {}, 'x'.repeat(65_537)))
    const sending = sender()
    expect(await sending.send(message(url))).toMatchObject({ failure: null })
    expect(await sending.send(message(url))).toMatchObject({ failure: 'response_too_large' })
  })

  test('with headers without end is cut off', async () => {
    const { url, behave } = await endpoint()
    behave(answer(200, { 'x-long': 'x'.repeat(70_000) }))
    expect(await sender().send(message(url))).toMatchObject({ failure: 'response_too_large' })
  })

  test('whose name is unknown is told apart', async () => {
    for (const code of ['ENOTFOUND', 'EAI_AGAIN']) {
      const outcome = await sender({ resolve: failingResolver(code) }).send(message('http://unknown.example/'))
      expect(outcome).toMatchObject({ statusCode: null, failure: 'dns' })
    }
  })

  test('that switches protocols is a network error', async () => {
    const { url, behave } = await endpoint()
    behave((response) => void response.socket?.write('HTTP/1.1 101 Go\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'))
    expect(await sender().send(message(url))).toMatchObject({ statusCode: null, failure: 'network' })
  })

  test('that speaks no HTTP is a network error', async () => {
    const { url, behave } = await endpoint()
    behave((response) => void response.socket?.end('hello\r\n\r\n'))
    expect(await sender().send(message(url))).toMatchObject({ statusCode: null, failure: 'network' })
  })
})

describe('TLS', () => {
  const resolve = createResolver('127.0.0.1')

  test('delivers to a name that the certificate holds', async () => {
    const { port, received } = await endpoint({ tls: true })
    const outcome = await sender({ ca: TEST_CA, resolve }).send(message(`https://right.example:${port}/`))
    expect(outcome).toMatchObject({ statusCode: 200, failure: null })
    expect(received).toHaveLength(1)
  })

  test('refuses a certificate with a wrong name', async () => {
    const { port, received } = await endpoint({ tls: true })
    const outcome = await sender({ ca: TEST_CA, resolve }).send(message(`https://wrong.example:${port}/`))
    expect(outcome).toMatchObject({ statusCode: null, failure: 'tls' })
    expect(received).toEqual([])
  })

  test('refuses a certificate nobody vouches for, and an endpoint without TLS', async () => {
    const { port } = await endpoint({ tls: true })
    const plain = await endpoint()
    expect(await sender({ resolve }).send(message(`https://right.example:${port}/`))).toMatchObject({ failure: 'tls' })
    expect(await sender({ resolve }).send(message(`https://right.example:${plain.port}/`))).toMatchObject({
      failure: 'tls',
    })
  })
})

describe('addresses', () => {
  const refused = { statusCode: null, failure: 'address_not_allowed' }

  test.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '①②⑦.⓪.⓪.①',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST.',
    'webhooks.localhost',
  ])('refuses loopback spelt %s, without connecting', async (host) => {
    const { port, received } = await endpoint()
    const outcome = await sender({ allowPrivate: false }).send(message(`http://${host}:${port}/`))
    expect(outcome).toMatchObject(refused)
    expect(received).toEqual([])
  })

  test.each(['169.254.169.254', '[fd00:ec2::254]', '100.64.0.1', '10.0.0.1', '[fe80::1]', '192.168.0.1'])(
    'refuses %s',
    async (host) => {
      expect(await sender({ allowPrivate: false }).send(message(`https://${host}/`))).toMatchObject(refused)
    },
  )

  test('refuses metadata addresses even where private ones are allowed', async () => {
    expect(await sender().send(message('http://169.254.169.254/'))).toMatchObject(refused)
    expect(await sender().send(message('http://[::ffff:169.254.169.254]/'))).toMatchObject(refused)
  })

  test('refuses an endpoint without TLS where it has to have it, without connecting', async () => {
    const { port, received } = await endpoint()
    expect(await sender({ httpsOnly: true }).send(message(`http://127.0.0.1:${port}/`))).toMatchObject(refused)
    expect(received).toEqual([])
  })

  test.each(['127.0.0.1', '169.254.169.254', '10.1.2.3', '::ffff:127.0.0.1', '64:ff9b::a9fe:a9fe'])(
    'refuses a name that resolves to %s',
    async (address) => {
      const guarded = sender({ allowPrivate: false, resolve: createResolver(address) })
      expect(await guarded.send(message('http://harmless.example/'))).toMatchObject(refused)
    },
  )

  test('refuses a name when one of its addresses is not allowed', async () => {
    const resolve: LookupFunction = (_hostname, _options, callback) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])
    const outcome = await sender({ allowPrivate: false, resolve }).send(message('http://both.example/'))
    expect(outcome).toMatchObject(refused)
  })

  test('checks the name again for every new connection, so that rebinding gains nothing', async () => {
    // 127.0.0.1, allowed here, stands for the public address that the name has at first.
    const { port, received, behave } = await endpoint()
    behave(answer(200, { connection: 'close' }))
    const rebinding = sender({ resolve: createResolver('127.0.0.1', '169.254.169.254') })
    const url = `http://rebinding.example:${port}/`
    expect(await rebinding.send(message(url))).toMatchObject({ statusCode: 200, failure: null })
    expect(await rebinding.send(message(url))).toMatchObject(refused)
    expect(received).toHaveLength(1)
  })
})
