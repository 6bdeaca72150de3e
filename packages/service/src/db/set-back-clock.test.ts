import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from './database.ts'
import { openDatabase, openMemoryDatabase } from './open-database.ts'
import { preparedImage } from './prepared-image.ts'

const FORTY_DAYS_MS = 40 * 24 * 3_600_000
/** After this the engine counts what statements in a row have left to be counted. */
const COUNTED_AFTER_MS = 10_000
/** What Node's timers reach; one that is set for longer rings at once. */
const LONGEST_MS = 2 ** 31 - 1

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** How long a timer is set for by an engine whose clock is set back by weeks, when the one before rings. */
const delaysOnceSetBack = async (open: () => Promise<Database>): Promise<unknown[]> => {
  const today = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: today + FORTY_DAYS_MS })
  const real = globalThis.setTimeout
  const rings: (() => void)[] = []
  const setTimer = vi.spyOn(globalThis, 'setTimeout').mockImplementation((ring, delayMs) => {
    if (delayMs !== COUNTED_AFTER_MS) return real(ring, delayMs)
    rings.push(ring)
    return real(() => undefined)
  })
  const db = await open()
  for (const table of ['first', 'second', 'third']) await sql`create table ${sql.table(table)} (id integer)`.execute(db)
  vi.setSystemTime(today)
  setTimer.mockClear()
  rings.at(-1)?.()
  const delays = setTimer.mock.calls.map(([, delayMs]) => delayMs)
  setTimer.mockRestore()
  await db.destroy()
  return delays
}

test('an embedded database whose clock is set back by weeks sets no timer that rings at once, again and again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coinslot-clock-'))
  const open = () => openDatabase({ kind: 'embedded', dataDir: join(folder, 'data'), waitsForDisk: false })
  expect(await delaysOnceSetBack(open)).toEqual([LONGEST_MS])
  await rm(folder, { recursive: true })
})

test('nor does one in memory', async () => {
  const image = await preparedImage()
  expect(await delaysOnceSetBack(() => openMemoryDatabase(image))).toEqual([LONGEST_MS])
})
