import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresDatabase, openTestDatabase, type TestDatabase, testDatabase } from '../../test/databases.ts'
import { onBehalfOf, onNobodysBehalf } from './behalf.ts'
import { FairTurns } from './fair-turns.ts'
import { openDatabase } from './open-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

/** Opens every connection, each held until the last of them is there: to open one may take as long as many statements. */
const openConnections = async () => {
  let missing = testDatabase === 'embedded' ? 1 : 8
  let goOn = (): void => {}
  const areThere = new Promise<void>((resolve) => (goOn = resolve))
  const hold = (): Promise<void> => {
    missing -= 1
    if (missing === 0) goOn()
    return areThere
  }
  await Promise.all(Array.from({ length: missing }, () => database.db.connection().execute(hold)))
}

describe('a hundred statements of one merchant', () => {
  const begun: string[] = []
  beforeEach(async () => {
    await openConnections()
    begun.splice(0)
  })
  const ask = (name: string) =>
    database.db.connection().execute((connection) => {
      begun.push(name)
      return sql`select count(*) from generate_series(1, ${1_000}::integer)`.execute(connection)
    })
  const hundred = () => Array.from({ length: 100 }, () => onBehalfOf('merchant', () => ask('of the hundred')))

  test('let one of another merchant in after a few', async () => {
    await Promise.all([...hundred(), onBehalfOf('another', () => ask('of another'))])
    expect(begun.indexOf('of another')).toBeLessThan(20)
  })

  test('let in what is done on nobody’s behalf, in their course as well', async () => {
    const beside = onBehalfOf('merchant', () => onNobodysBehalf(() => ask('of nobody')))
    await Promise.all([...hundred(), ask('of nobody'), beside])
    expect(begun.lastIndexOf('of nobody')).toBeLessThan(20)
  })

  test.runIf(testDatabase === 'embedded')('are all done before the embedded database is closed', async () => {
    const asked = hundred()
    await database.close()
    await Promise.all(asked)
    expect(begun).toHaveLength(100)
    database = await openTestDatabase()
  })
})

describe.runIf(testDatabase === 'postgres')('connections of a server', () => {
  test.each([2, 3, 8])(
    'are not all given to one merchant, whose statements may wait for a row: %i',
    async (poolSize) => {
      const { url, drop } = await createPostgresDatabase()
      const db = await openDatabase({ kind: 'postgres', url, poolSize })
      const holder = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
      const lock = sql`select pg_advisory_xact_lock(${1}::integer)`
      const waiting = await holder.transaction().execute(async (holding) => {
        await lock.execute(holding)
        const wait = () => onBehalfOf('merchant', () => lock.execute(db)).catch(() => undefined)
        const waiting = Array.from({ length: 20 }, wait)
        // More than there are connections left, so that some of them wait, behind a merchant whose turn it would be.
        const others = Array.from({ length: poolSize }, (_, nr) =>
          onBehalfOf(`another ${nr}`, () => sql`select 1 as answer`.execute(db)),
        )
        for (const { rows } of await Promise.all(others)) expect(rows).toEqual([{ answer: 1 }])
        return waiting
      })
      await Promise.all(waiting)
      await Promise.all([db.destroy(), holder.destroy()])
      await drop()
    },
  )
})

test('turns go round the parties, each in the order of asking', async () => {
  const turns = new FairTurns({ patienceMs: 60_000 })
  const order: string[] = []
  const first = await turns.acquire('a')
  const done = ['a1', 'a2', 'b1', 'a3', 'b2'].map(async (name) => {
    const release = await turns.acquire(name.charAt(0))
    order.push(name)
    release()
  })
  first()
  await Promise.all(done)
  expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
  expect({ isHeld: turns.isHeld, waiting: turns.waiting }).toEqual({ isHeld: false, waiting: 0 })
})

test('who has waited for too long is told so, and waits no more', async () => {
  const turns = new FairTurns({ patienceMs: 10 })
  const release = await turns.acquire('a')
  await expect(turns.acquire('a')).rejects.toMatchObject({ name: 'ConnectionsBusyError', code: 'connections_busy' })
  expect(turns.waiting).toBe(0)
  release()
  expect(turns.isHeld).toBe(false)
})

test('who was let in gives up nobody’s turn once its own patience would have ended', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const turns = new FairTurns({ patienceMs: 10 })
  const first = await turns.acquire('a')
  const second = turns.acquire('a')
  vi.advanceTimersByTime(5)
  const third = turns.acquire('a')
  first()
  const endSecond = await second
  vi.advanceTimersByTime(6)
  expect(turns.waitingOf('a')).toBe(1)
  endSecond()
  ;(await third)()
  expect(turns.isHeld).toBe(false)
})
