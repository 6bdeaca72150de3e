import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { boundPipelines } from './pipelined.ts'

const ASK = 'GET /slow HTTP/1.1\r\nhost: coinslot.example\r\n\r\n'

/** An application that answers once it is told to, and a connection on which all is sent in one moment. */
const ask = async (requests: string) => {
  const app = fastify()
  const begun: (() => void)[] = []
  boundPipelines(app)
  app.get('/slow', () => {
    const count = begun.length + 1
    return new Promise((resolve) => begun.push(() => resolve(`answered ${count}`)))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const taken = once(app.server, 'connection')
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => undefined).write(requests)
  const [served] = (await taken) as [Socket]
  return { app, begun, socket, served }
}

test('requests that come before the first is answered are answered in their order', async () => {
  const last = ASK.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n')
  const { app, begun, socket } = await ask(ASK.repeat(31) + last)
  const answers = text(socket)
  await expect.poll(() => begun.length).toBe(32)
  for (const answer of begun.toReversed()) answer()
  const inOrder = Array.from({ length: 32 }, (_, index) => `answered ${index + 1}`)
  expect((await answers).match(/answered \d+/g)).toEqual(inOrder)
  await app.close()
})

test('a connection has its requests one after another as long as it likes', async () => {
  const { app, begun, socket } = await ask(ASK)
  for (let count = 1; count <= 40; count += 1) {
    await expect.poll(() => begun.length).toBe(count)
    begun.at(-1)?.()
    await once(socket, 'data')
    socket.write(ASK)
  }
  await expect.poll(() => begun.length).toBe(41)
  app.server.closeAllConnections()
  await app.close()
})

test('the attack of many requests that come in one moment has few of them begun, and loses its connection', async () => {
  const { app, begun, served } = await ask(ASK.repeat(20_000))
  await expect.poll(() => served.closed).toBe(true)
  expect(begun).toHaveLength(32)
  await app.close()
})
