import { expect, inject, test } from 'vitest'
import { createClient } from '../src/auth/create-client.ts'
import { systemClock } from '../src/platform/clock.ts'
import { post } from './backend.ts'
import { createPostgresDatabase, onServer, testDatabase } from './databases.ts'
import { startPostgresServer } from './postgres-server.ts'
import { startQuietService } from './quiet-service.ts'

test.runIf(testDatabase === 'postgres')(
  'a lost database is 503 with retry-after meanwhile, and needs no restart',
  async () => {
    const server = await startPostgresServer()
    const service = await startQuietService(server.url)
    const { clientId, clientSecret } = await createClient(service.deps.db, systemClock, { merchant: 'Lost' })
    const credentials = { client_id: clientId, client_secret: clientSecret }
    const askForToken = () => post(service.address, '/auth/v1/oauth2/token', credentials)
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

test.runIf(testDatabase === 'postgres')('so is one that its operator has closed for a while', async () => {
  const { url, drop } = await createPostgresDatabase()
  const name = new URL(url).pathname.slice(1)
  const tell = (statement: string) => onServer(inject('postgresUrl'), statement)
  const service = await startQuietService(url)
  const { clientId, clientSecret } = await createClient(service.deps.db, systemClock, { merchant: 'Closed' })
  const credentials = { client_id: clientId, client_secret: clientSecret }
  const askForToken = () => post(service.address, '/auth/v1/oauth2/token', credentials)
  await tell(`alter database ${name} allow_connections false`)
  await tell(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await expect.poll(async () => (await askForToken()).status).not.toBe(201)
  expect((await askForToken()).status).toBe(503)
  await tell(`alter database ${name} allow_connections true`)
  expect((await askForToken()).status).toBe(201)
  await service.stop()
  await drop()
})
