import { get } from 'node:http'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createServiceData } from '../../test/service-data.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { startService } from './service.ts'

/** A link-local address of this machine with its zone; none where it has none. */
const linkLocal = Object.entries(networkInterfaces()).flatMap(([zone, addresses = []]) =>
  addresses.filter(({ address }) => address.startsWith('fe80:')).map(({ address }) => `${address}%${zone}`),
)[0]

test.skipIf(linkLocal === undefined)('the service listens on a link-local address, which has a zone', async () => {
  const { env, remove } = await createServiceData()
  const base = { COINSLOT_PORT: '0', COINSLOT_BASE_URL: 'https://pay.example', COINSLOT_DRAIN_SECONDS: '0' }
  const service = await startService(readConfig({ ...env, ...base, COINSLOT_HOST: linkLocal }), {
    log: createLogger('silent'),
  })
  const bound = service.app.server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  const status = await new Promise((resolve, reject) => {
    get({ host: linkLocal, port, path: '/readyz' }, (answer) => resolve(answer.resume().statusCode)).on('error', reject)
  })
  expect(status).toBe(200)
  await service.stop()
  await remove()
})
