import { randomUUID } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { createPostgresDatabase, onServer, testDatabase } from '../../test/databases.ts'
import type { Database, Executor } from './database.ts'
import { openDatabase } from './open-database.ts'
import { poolUseOf } from './pool-use.ts'

/** What PgBouncer passes on of what a client names as it connects; it refuses the rest. */
const KNOWN_TO_POOLERS = ['user', 'database', 'application_name', 'client_encoding']

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const databaseWith = async (setting: string): Promise<string> => {
  const { url, drop } = await createPostgresDatabase()
  open.push(drop)
  await onServer(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`)
  return url
}

const connected = async (url: string, statementTimeoutMs?: null): Promise<Database> => {
  const db = await openDatabase({
    kind: 'postgres',
    url,
    poolSize: 1,
    ...(statementTimeoutMs === null ? { statementTimeoutMs } : {}),
  })
  open.push(() => db.destroy())
  return db
}

const settingOf = async (db: Executor, name: string): Promise<string | undefined> =>
  (await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)).rows[0]?.value

describe.runIf(testDatabase === 'postgres')('a new connection to a server', () => {
  test.each([
    ['off', 'on'],
    ['local', 'local'],
    ['remote_apply', 'remote_apply'],
  ])('waits for the disk with each commit: synchronous_commit %s is %s', async (given, taken) => {
    const db = await connected(await databaseWith(`synchronous_commit = '${given}'`))
    expect(await settingOf(db, 'synchronous_commit')).toBe(taken)
  })

  test.each([
    ['read committed', 'read committed'],
    ['repeatable read', 'read committed'],
    ['serializable', 'serializable'],
  ])('sees what it has waited for, or does it again: %s is %s', async (given, taken) => {
    const db = await connected(await databaseWith(`default_transaction_isolation = '${given}'`))
    const isolation = await db.transaction().execute((transaction) => settingOf(transaction, 'transaction_isolation'))
    expect(isolation).toBe(taken)
  })

  test('is one of as many as its pool may have: who asks for one more waits', async () => {
    const { url, drop } = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url, poolSize: 12 })
    open.push(drop, () => db.destroy())
    let letGo = (): void => undefined
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const holding = Array.from({ length: 13 }, () => db.connection().execute(() => held))
    open.push(
      () => Promise.all(holding),
      async () => letGo(),
    )
    await expect.poll(() => poolUseOf(db)).toEqual({ open: 12, idle: 0, waiting: 1 })
  })

  test('reads times, however its database writes them', async () => {
    const db = await connected(await databaseWith("datestyle = 'German'"))
    const at = new Date('2026-03-14T09:00:00.123Z')
    expect((await sql<{ at: Date }>`select ${at}::timestamptz as at`.execute(db)).rows).toEqual([{ at }])
  })

  test('reads numbers to their last digit, however few its database writes', async () => {
    const db = await connected(await databaseWith('extra_float_digits = -15'))
    const now = 1795761698529.123
    expect((await sql<{ now: number }>`select ${now}::float8 as now`.execute(db)).rows).toEqual([{ now }])
  })

  test('reads nothing of a server that takes no writes, as what a standby knows may be old, until it takes them', async () => {
    const url = await databaseWith('default_transaction_read_only = on')
    const db = await connected(url)
    const read = () => sql`select 1 as one`.execute(db)
    await expect(read()).rejects.toMatchObject({ name: 'DatabaseReadOnlyError', code: '25006' })
    const name = new URL(url).pathname.slice(1)
    await onServer(inject('postgresUrl'), `alter database ${name} reset default_transaction_read_only`)
    expect((await read()).rows).toEqual([{ one: 1 }])
  })

  test('has its own limit for a statement, whatever that of its database is, and work without a limit has none', async () => {
    const url = await databaseWith("statement_timeout = '1s'")
    expect(await settingOf(await connected(url), 'statement_timeout')).toBe('15s')
    expect(await settingOf(await connected(url, null), 'statement_timeout')).toBe('0')
  })

  test.each(['transaction_timeout', 'idle_session_timeout'])('is ended by no %s of its database', async (limit) => {
    const url = await databaseWith(`${limit} = '200ms'`)
    for (const statementTimeoutMs of [undefined, null] as const) {
      const db = await connected(url, statementTimeoutMs)
      await db.transaction().execute((transaction) => sql`select pg_sleep(0.3)`.execute(transaction))
      expect(await settingOf(db, limit)).toBe('0')
    }
  })

  test('waits for a lock as long as its database says, and for work without a limit as long as it takes', async () => {
    const url = await databaseWith("lock_timeout = '1s'")
    expect(await settingOf(await connected(url), 'lock_timeout')).toBe('1s')
    expect(await settingOf(await connected(url, null), 'lock_timeout')).toBe('0')
  })

  const connectedTo = async (encoding: string): Promise<Database> => {
    const name = `test_${encoding}_${randomUUID().replaceAll('-', '')}`
    const url = new URL(inject('postgresUrl'))
    await onServer(url.href, `create database ${name} encoding '${encoding}' locale 'C' template template0`)
    open.push(() => onServer(inject('postgresUrl'), `drop database ${name} with (force)`))
    url.pathname = `/${name.toLowerCase()}`
    return connected(url.href)
  }

  test.each(['UTF8', 'SQL_ASCII'])('holds every text in %s', async (encoding) => {
    const text = '1,000 coins ☂ 😀'
    const { rows } = await sql<{ text: string }>`select ${text} as text`.execute(await connectedTo(encoding))
    expect(rows).toEqual([{ text }])
  })

  test('is refused, with what to do, by a database that cannot hold every text', async () => {
    const db = await connectedTo('LATIN1')
    await expect(sql`select 1`.execute(db)).rejects.toMatchObject({
      code: 'database_not_utf8',
      message: expect.stringMatching(/LATIN1.*create database … encoding 'UTF8'/),
    })
  })

  test('takes the place of all from before, once one of them meets a server that takes no writes any more', async () => {
    const { url, drop } = await createPostgresDatabase()
    const db = await openDatabase({ kind: 'postgres', url, poolSize: 2 })
    open.push(drop, () => db.destroy())
    await sql`create table things (id integer)`.execute(db)
    // As a pooler in front leads to another server: what was set as they connected holds no more.
    await db.connection().execute((first) =>
      db.connection().execute(async (second) => {
        for (const each of [first, second]) await sql`set default_transaction_read_only = on`.execute(each)
      }),
    )
    const insert = () => sql`insert into things values (${1}::integer)`.execute(db)
    await expect(insert()).rejects.toMatchObject({ code: '25006' })
    await insert()
  })

  test('takes the place of one that was lost while nobody used it, which is told', async () => {
    const { url, drop } = await createPostgresDatabase()
    const lost: Error[] = []
    const db = await openDatabase({ kind: 'postgres', url, poolSize: 1 }, (error) => void lost.push(error))
    open.push(drop, () => db.destroy())
    const processOf = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
    const first = await processOf()
    await onServer(url, `select pg_terminate_backend(${first})`)
    await expect.poll(() => lost).toMatchObject([{ code: '57P01' }])
    expect(await processOf()).not.toBe(first)
  })

  test('names nothing, as it connects, that a pooler does not know', async () => {
    const { url, drop } = await createPostgresDatabase()
    open.push(drop)
    const { hostname, port } = new URL(url)
    let first: Buffer | undefined
    const pooler = createServer((client) => {
      const server = connect(Number(port), hostname)
      client.once('data', (chunk) => (first = chunk))
      client.pipe(server).pipe(client)
      client.on('error', () => server.destroy())
      server.on('error', () => client.destroy())
    })
    await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve))
    open.push(async () => pooler.close())
    const through = new URL(url)
    through.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`
    await sql`select 1`.execute(await connected(through.href))
    // Its length and the protocol's version are before the names and values.
    const words = first?.subarray(8).toString().split('\0') ?? []
    const names = words.filter((word, index) => index % 2 === 0 && word !== '')
    expect(names).toContain('user')
    expect(names.filter((name) => !KNOWN_TO_POOLERS.includes(name))).toEqual([])
  })
})
