import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { claimDemoPort } from './demo-port.ts'

test.each(['0', '70000', '-1', '41oo', '4100 '])('the demo port %j is refused by name', async (text) => {
  await expect(claimDemoPort({ COINSLOT_DEMO_PORT: text })).rejects.toThrow('COINSLOT_DEMO_PORT must be a port')
})

test('a port that something listens on is refused, and is fine once it is free', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await expect(claimDemoPort({ COINSLOT_DEMO_PORT: `${port}` })).rejects.toThrow(`port ${port} is taken`)
  await new Promise((resolve) => server.close(resolve))
  expect(await claimDemoPort({ COINSLOT_DEMO_PORT: `${port}` })).toBe(port)
})

test('an address that the machine does not have is told apart from a port that is taken', async () => {
  await expect(claimDemoPort({}, '192.0.2.1')).rejects.toThrow('needs 192.0.2.1, which this machine does not have')
})
