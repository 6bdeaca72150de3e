import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, freePorts, portsFrom } from './free-ports.ts'

test('ports that were found free are given to nobody who asks for any, while what they are for starts', async () => {
  const found = [await freePort(), ...(await freePorts(50)), await freePort()]
  expect(new Set(found).size).toBe(52)
  const servers = Array.from({ length: 500 }, () => createServer().listen(0, '127.0.0.1'))
  onTestFinished(() => void servers.map((server) => server.close()))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const given = new Set(servers.map((server) => (server.address() as AddressInfo).port))
  expect(found.filter((port) => given.has(port))).toEqual([])
})

test('a port that something listens on is passed over', async () => {
  const before = await freePort()
  const server = createServer().listen(before + 1, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  expect(await freePort()).not.toBe(before + 1)
})

test('two that begin at one place, as two processes may, are given no port in common', async () => {
  const both = [portsFrom(7), portsFrom(7)]
  const given = await Promise.all(both.flatMap((ports) => Array.from({ length: 100 }, () => ports.next())))
  expect(new Set(given.map(({ value }) => value)).size).toBe(200)
})
