import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from './open-database.ts'

const FORTY_DAYS_MS = 40 * 24 * 3_600_000
/** What Node's timers reach; one that is set for longer rings at once. */
const LONGEST_MS = 2 ** 31 - 1

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('an embedded database whose clock is set back by weeks sets no timer that rings at once, again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-clock-'))
  const today = Date.now()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: today + FORTY_DAYS_MS })
  const db = await openDatabase({ kind: 'embedded', dataDir: join(folder, 'data'), waitsForDisk: false })
  // What statements in a row leave to be counted, the engine counts ten seconds after.
  for (const table of ['first', 'second', 'third']) await sql`create table ${sql.table(table)} (id integer)`.execute(db)
  vi.setSystemTime(today)
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  await vi.advanceTimersByTimeAsync(11_000)
  const delaysMs = setTimer.mock.calls.map(([, delayMs]) => delayMs)
  expect(delaysMs).toEqual([LONGEST_MS])
  await db.destroy()
  await rm(folder, { recursive: true })
})
