import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { createDay, dropDaysBefore } from './retention-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const FIRST = new Date('2020-01-01T00:00:00Z')
const DAYS = 40
const PROCESSES = 4

const dayAfter = (days: number): Date => new Date(FIRST.getTime() + days * DAY_MS)

let given: TestDatabase
beforeAll(async () => {
  given = await openTestDatabase()
})
afterAll(() => given.close())

test('days that have ended are dropped once, however many processes do so at the same time', async () => {
  for (let day = 0; day < DAYS; day += 1) await createDay(given.db, dayAfter(day))
  const last = dayAfter(DAYS - 1)
  await Promise.all(Array.from({ length: PROCESSES }, () => dropDaysBefore(given.db, last)))
  expect(await dropDaysBefore(given.db, dayAfter(DAYS))).toEqual([
    'webhook_events_20200209',
    'webhook_deliveries_20200209',
  ])
})
