import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ServiceDeps } from '../composition/deps.ts'
import { controlSocketPath, encodeFrame } from './control-channel.ts'
import { runInService } from './control-client.ts'
import { startControlServer } from './control-server.ts'

/** A service that ends while it works on a command, having read what was asked of it or not. */
const askOneThatEnds = async ({ hasRead }: { hasRead: boolean }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-control-'))
  const server = createServer({ pauseOnConnect: !hasRead }).listen(controlSocketPath(dataDir))
  await once(server, 'listening')
  const end = (socket: Socket) => (hasRead ? socket.once('data', () => socket.destroy()) : socket.destroy())
  const running = runInService(dataDir, { words: ['bans', 'list'] }, () => undefined, new AbortController().signal)
  const [socket] = (await once(server, 'connection')) as [Socket]
  // What is on its way has come once the other side could have written it.
  await new Promise(setImmediate)
  end(socket)
  const result = await running
  server.close()
  rmSync(dataDir, { recursive: true })
  return result
}

test.skipIf(process.platform === 'win32').each([
  [false, { exit: 1, message: 'Interrupted before the service had answered: it may be done, or not' }],
  [true, { exit: 0, message: null }],
])('a command that is interrupted, and goes on until it is: %j', async (goesOn, ended) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-control-'))
  const server = createServer().listen(controlSocketPath(dataDir))
  await once(server, 'listening')
  const interrupting = new AbortController()
  const running = runInService(dataDir, { words: ['listen'] }, () => undefined, interrupting.signal, goesOn)
  const [socket] = (await once(server, 'connection')) as [Socket]
  await once(socket, 'data')
  interrupting.abort('SIGINT')
  expect(await running).toEqual(ended)
  const asked = runInService(dataDir, { words: ['listen'] }, () => undefined, interrupting.signal, goesOn)
  expect(await asked, 'interrupted before it was asked').toEqual(ended)
  server.close()
  rmSync(dataDir, { recursive: true })
})

test.skipIf(process.platform === 'win32').each([{ hasRead: true }, { hasRead: false }])(
  'a command whose service ends while it works on it says so: $hasRead',
  async (which) => {
    expect(await askOneThatEnds(which)).toEqual({ exit: 1, message: 'The service stopped before it had answered' })
  },
)

test.skipIf(process.platform === 'win32')('what ends a line of text ends neither a request nor an answer', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'coinslot-control-'))
  const name = 'Pouch\u2028of\u2029coins'
  const { signal } = new AbortController()
  const stop = await startControlServer(dataDir, {} as ServiceDeps)
  const asked = await runInService(dataDir, { words: ['bans', name] }, () => undefined, signal)
  expect(asked).toEqual({ exit: 2, message: expect.stringContaining(name) })
  await stop()

  const answer = encodeFrame({ line: name }) + encodeFrame({ exit: 0, message: null })
  const server = createServer((socket) => socket.once('data', () => socket.end(answer)))
  await once(server.listen(controlSocketPath(dataDir)), 'listening')
  const printed: string[] = []
  expect(await runInService(dataDir, { words: ['bans', 'list'] }, (line) => printed.push(line), signal)).toMatchObject({
    exit: 0,
  })
  expect(printed).toEqual([name])
  server.close()
  rmSync(dataDir, { recursive: true })
})
