import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { endUnusedConnections } from './unused-connections.ts'

test('connections on which nothing was asked are ended with the application, and forgotten as they end themselves', async () => {
  const app = fastify()
  endUnusedConnections(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const open = async () => {
    const taken = once(app.server, 'connection')
    const client = connect(port, '127.0.0.1')
    const [served]: Socket[] = await taken
    if (served === undefined) throw new Error('Nobody has connected')
    return { client, served }
  }
  const probe = await open()
  const ended = once(probe.served, 'close')
  probe.client.end()
  await ended
  const waiting = await open()
  const left = once(waiting.client, 'close')
  const again = vi.spyOn(probe.served, 'destroy')
  await app.close()
  await left
  expect(again).not.toHaveBeenCalled()
})
