import { expect, test } from 'vitest'
import { createClient } from '../src/auth/create-client.ts'
import { systemClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { createLogger } from '../src/platform/log.ts'
import { startService } from '../src/composition/service.ts'
import { testDatabase } from './databases.ts'
import { startPostgresServer } from './postgres-server.ts'

test.runIf(testDatabase === 'postgres')(
  'a lost database is 503 with retry-after meanwhile, and needs no restart (issue: both databases)',
  async () => {
    const server = await startPostgresServer()
    const config = readConfig({
      COINSLOT_PORT: '0',
      COINSLOT_DATABASE_URL: server.url,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_DRAIN_SECONDS: '0',
      COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only',
    })
    const service = await startService(config, { log: createLogger('silent'), widget: null })
    const { clientId, clientSecret } = await createClient(service.deps.db, systemClock, { merchant: 'Lost' })
    const askForToken = () =>
      fetch(`${service.address}/auth/v1/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId, client_secret: clientSecret }),
      })
    const ready = () => fetch(`${service.address}/readyz`)
    expect((await askForToken()).status).toBe(201)
    expect((await ready()).status).toBe(200)

    await server.restart(async () => {
      // What was seen a moment ago stands for half a second.
      await expect.poll(async () => (await ready()).status).toBe(503)
      const refused = await ready()
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(await refused.json()).toMatchObject({ error: { status: 503, reason: 'Service Unavailable' } })
      expect((await fetch(`${service.address}/healthz`)).status).toBe(200)
    })
    await expect.poll(async () => (await ready()).status, { timeout: 20_000 }).toBe(200)
    expect((await askForToken()).status).toBe(201)
    await service.stop()
    await server.stop()
  },
  60_000,
)
