import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../auth/create-client.ts'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import { createLogger } from '../platform/log.ts'
import { startService } from './service.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A service on a database of its own, and an operator who is connected to the server beside it. */
const open = async () => {
  const { url, drop } = await createPostgresDatabase()
  closing.push(drop)
  const operator = new pg.Client(new URL('/postgres', url).href)
  await operator.connect()
  closing.push(() => operator.end())
  const config = readConfig({
    COINSLOT_PORT: '0',
    COINSLOT_DATABASE_URL: url,
    COINSLOT_MODE: 'sandbox',
    COINSLOT_DRAIN_SECONDS: '0',
    COINSLOT_SECRET_KEY: 'a secret key for tests, and for tests only',
  })
  const service = await startService(config, { log: createLogger('silent'), widget: null, dashboard: null })
  closing.push(service.stop)
  const name = new URL(url).pathname.slice(1)
  return {
    service,
    setReadOnly: (value: 'on' | 'off') =>
      operator.query(`alter database ${name} set default_transaction_read_only = ${value}`),
    cutAll: () => operator.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
  }
}

test.runIf(testDatabase === 'postgres')(
  'a database that takes no writes is 503, and the first request after the promotion succeeds',
  async () => {
    const { service, setReadOnly, cutAll } = await open()
    const { clientId, clientSecret } = await createClient(service.deps.db, systemClock, { merchant: 'Failover' })
    const post = (path: string, body: unknown, token?: string) =>
      fetch(service.address + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        body: JSON.stringify(body),
      })
    const asked = await post('/auth/v1/oauth2/token', { client_id: clientId, client_secret: clientSecret })
    const { data } = (await asked.json()) as { data: { access_token: string } }
    const create = () =>
      post(
        '/payments/v2/intent',
        {
          transaction_type: 'BUY_VDA',
          buyer: { email: 'ada@example.com' },
          currency: 'USD',
          idempotency_key: randomUUID(),
          items: [{ id: 'coins', title: 'Coins', amount: '9.99' }],
        },
        data.access_token,
      )
    const ready = async () => (await fetch(`${service.address}/readyz`)).status
    expect((await create()).status).toBe(201)

    await setReadOnly('on')
    await cutAll()
    const answers = await Promise.all(Array.from({ length: 12 }, create))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(answers.map(() => '1'))
    expect(await ready()).toBe(503)

    await setReadOnly('off')
    expect((await create()).status).toBe(201)
    // An answer stands for half a second.
    await expect.poll(ready).toBe(200)
  },
)

test.runIf(testDatabase === 'postgres')(
  'a connection whose server turns read-only is dropped with all others of its time',
  async () => {
    const { db } = (await open()).service.deps
    const write = () => db.deleteFrom('bans').execute()
    await db.connection().execute(async (connection) => {
      await sql`set default_transaction_read_only = on`.execute(connection)
    })
    await expect(write()).rejects.toMatchObject({ code: '25006' })
    await write()
  },
)
