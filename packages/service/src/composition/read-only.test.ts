import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createClient } from '../auth/create-client.ts'
import { orderCoins, signIn } from '../../test/backend.ts'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import { startQuietService } from '../../test/quiet-service.ts'
import { systemClock } from '../platform/clock.ts'

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
  const service = await startQuietService(url)
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
    const credentials = await createClient(service.deps.db, systemClock, { merchant: 'Failover' })
    const token = await signIn(service.address, credentials)
    const create = () => orderCoins(service.address, token)
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
