import { EventEmitter, once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { boundWaitingAnswers } from './waiting-answers.ts'

const MIB = 1_048_576
/** More than the system keeps for a connection, so that all of it waits. */
const LARGE = 'x'.repeat(16 * MIB)
const MAX_BYTES = 40 * MIB

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** Clients that ask one after another for what they do not take. @returns which connections have been ended after a look */
const askedBy = async (payloads: readonly (string | Buffer)[]) => {
  const app = fastify()
  const answers: ServerResponse[] = []
  app.addHook('onRequest', async (_request, { raw }) => void answers.push(raw))
  boundWaitingAnswers(app, MAX_BYTES)
  app.get('/', async () => payloads[answers.length - 1])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  for (let asked = 0; asked < payloads.length; asked += 1) {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: coinslot.example\r\n\r\n')
    await expect.poll(() => answers[asked]?.writableLength ?? 0).toBeGreaterThan(0)
  }
  vi.advanceTimersByTime(1_000)
  const ended = answers.map(({ req }) => req.socket.destroyed)
  app.server.closeAllConnections()
  await app.close()
  return ended
}

test('answers that nobody takes are ended past the bound of all together, of such that hold as much the oldest', async () => {
  expect(await askedBy([LARGE, LARGE, LARGE, LARGE])).toEqual([true, true, false, false])
})

test('within the bound they wait', async () => {
  expect(await askedBy([LARGE, LARGE])).toEqual([false, false])
})

test('bytes that many are sent count once', async () => {
  const picture = Buffer.from(LARGE)
  expect(await askedBy([picture, picture, picture, picture])).toEqual([false, false, false, false])
})

test('the attack of pictures of which each has to be read anew has the oldest ended', async () => {
  const pictures = [LARGE, LARGE, LARGE, LARGE].map((text) => Buffer.from(text))
  expect(await askedBy(pictures)).toEqual([true, true, false, false])
})

test('who shares bytes with others is not ended for what somebody else holds alone', async () => {
  const picture = Buffer.from(LARGE)
  expect(await askedBy([picture, picture, LARGE, LARGE])).toEqual([false, false, true, false])
})

const ASK = 'GET / HTTP/1.1\r\nhost: coinslot.example\r\n\r\n'

test('the attack of answers that wait behind a smaller one of their connection has it ended: nothing else frees them', async () => {
  const app = fastify()
  boundWaitingAnswers(app, MAX_BYTES)
  const answers: ServerResponse[] = []
  app.get('/', async (_request, { raw }) => {
    answers.push(raw)
    return answers.length === 1 ? LARGE.slice(8 * MIB) : LARGE
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const taken = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined).write(ASK.repeat(4))
  const [served] = (await taken) as [Socket]
  await expect.poll(() => answers[3]?.writableLength ?? 0).toBeGreaterThan(0)
  vi.advanceTimersByTime(1_000)
  expect(served.destroyed).toBe(true)
  app.server.closeAllConnections()
  await app.close()
})

test('an answer whose client left before it came is kept for nobody', async () => {
  const app = fastify()
  boundWaitingAnswers(app, MAX_BYTES)
  const client = new EventEmitter()
  let kept: WeakRef<Buffer> | undefined
  app.get('/', async () => {
    await once(client, 'gone')
    const picture = Buffer.from(LARGE)
    kept = new WeakRef(picture)
    return picture
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const asked = once(app.server, 'request')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(ASK)
  const [{ socket: served }] = (await asked) as [IncomingMessage]
  socket.destroy()
  await once(served, 'close')
  client.emit('gone')
  await expect.poll(() => kept).toBeDefined()
  vi.advanceTimersByTime(1_000)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  await expect
    .poll(async () => {
      await setImmediate()
      collect()
      return kept?.deref()?.length
    })
    .toBeUndefined()
  await app.close()
})
