import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { createTestClock } from '../../test/test-clock.ts'
import type { Database } from '../db/database.ts'
import { sha256 } from '../platform/secrets.ts'
import { countCodes, forgetCounts, forgetEndedTallies } from './code-tally-store.ts'

const HOUR_MS = 3_600_000
const NOTHING = { sent: 0, wrong: 0 }

const clock = createTestClock()
let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

const after = (ms: number): Date => new Date(clock.now().getTime() + ms)

test('what was sent and what was wrong begin anew with the hour, and again with the day', async () => {
  const key = sha256('counted')
  const one = { sent: 1, wrong: 1 }
  expect(await countCodes(db, key, one, after(0))).toEqual({ hour: one, day: one })
  const two = { sent: 2, wrong: 2 }
  expect(await countCodes(db, key, one, after(HOUR_MS - 1))).toEqual({ hour: two, day: two })
  expect(await countCodes(db, key, one, after(HOUR_MS))).toEqual({ hour: one, day: { sent: 3, wrong: 3 } })
  expect(await countCodes(db, key, one, after(24 * HOUR_MS))).toEqual({ hour: one, day: one })
})

test('counts of a day outlive its hours, and are forgotten with it', async () => {
  const [key, other] = [sha256('swept'), sha256('other')]
  const sent = { sent: 5, wrong: 0 }
  await countCodes(db, key, sent, after(0))
  await countCodes(db, other, sent, after(23 * HOUR_MS))
  await forgetEndedTallies(db, after(24 * HOUR_MS - 1))
  expect((await countCodes(db, key, NOTHING, after(24 * HOUR_MS - 1))).day).toEqual(sent)
  await forgetEndedTallies(db, after(24 * HOUR_MS))
  const kept = db.selectFrom('code_tallies').select('hours').where('key', '=', key)
  expect(await kept.where('hours', '=', 24).execute()).toEqual([])
  expect((await countCodes(db, other, NOTHING, after(24 * HOUR_MS))).day).toEqual(sent)
})

test('a right answer begins anew what is counted under its key, and nothing else', async () => {
  const [key, other] = [sha256('right'), sha256('left')]
  const sent = { sent: 2, wrong: 2 }
  for (const each of [key, other]) await countCodes(db, each, sent, after(0))
  await forgetCounts(db, key)
  expect(await countCodes(db, key, NOTHING, after(0))).toEqual({ hour: NOTHING, day: NOTHING })
  expect(await countCodes(db, other, NOTHING, after(0))).toEqual({ hour: sent, day: sent })
})
