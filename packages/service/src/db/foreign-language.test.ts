import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresSource } from './postgres.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

/** What a server in Russian says to all who connect to a database that is closed for maintenance. */
const FIELDS = ['SВАЖНО', 'VFATAL', 'C55000', 'Mбаза не принимает подключения в данный момент']

const refusal = (): Buffer => {
  const body = Buffer.from(`${FIELDS.join('\0')}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

const server = createServer((socket) => {
  socket.on('error', () => undefined)
  socket.once('data', () => socket.end(refusal()))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

test('a server that lets nobody in says so in its own language, and is away all the same', async () => {
  const url = `postgres://coinslot@127.0.0.1:${(server.address() as AddressInfo).port}/coinslot`
  const source = postgresSource({ url, poolSize: 1 }, () => undefined)
  const error: unknown = await source.acquire().catch((refused: unknown) => refused)
  expect(error).toMatchObject({ code: '55000', message: FIELDS[3]?.slice(1) })
  expect(isDatabaseUnavailable(error)).toBe(true)
  await source.close()
})
