import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { claimPorts } from './ports.ts'

/** Something that listens on a free port, until it is closed. */
const listener = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port: `${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
/** A service that takes a free port. */
const FREE = { COINSLOT_PORT: '0' }

test.each(['0', '70000', '-1', '41oo', '4100 '])('the demo port %j is refused by name', async (text) => {
  await expect(claimPorts({ ...FREE, COINSLOT_DEMO_PORT: text })).rejects.toThrow('COINSLOT_DEMO_PORT must be a port')
})

test('a port that something listens on is refused, and is fine once it is free', async () => {
  const { port, close } = await listener()
  await expect(claimPorts({ ...FREE, COINSLOT_DEMO_PORT: port })).rejects.toThrow(`port ${port} is taken`)
  await close()
  expect(await claimPorts({ ...FREE, COINSLOT_DEMO_PORT: port })).toBe(Number(port))
})

test('the port of the service is refused with its variable, and both at once where both are taken', async () => {
  const [service, shop] = [await listener(), await listener()]
  const both = { COINSLOT_PORT: ` ${service.port}`, COINSLOT_DEMO_PORT: shop.port }
  await expect(claimPorts(both)).rejects.toThrow(
    `ports ${service.port} and ${shop.port} are taken: set COINSLOT_PORT and COINSLOT_DEMO_PORT to others`,
  )
  await shop.close()
  await expect(claimPorts(both)).rejects.toThrow(`port ${service.port} is taken: set COINSLOT_PORT to another`)
  await service.close()
  expect(await claimPorts(both)).toBe(Number(shop.port))
})

test('what is no port is for the service to say', async () => {
  const { port, close } = await listener()
  await close()
  expect(await claimPorts({ COINSLOT_PORT: 'http', COINSLOT_DEMO_PORT: port })).toBe(Number(port))
})

test('an address that the machine does not have is told apart from a port that is taken', async () => {
  await expect(claimPorts(FREE, '192.0.2.1')).rejects.toThrow('needs 192.0.2.1, which this machine does not have')
})
