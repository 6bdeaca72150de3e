import { expect, test } from 'vitest'
import { DatabaseClock } from '../platform/database-clock.ts'
import type { JobDeps } from './deps.ts'
import { clockJob } from './clock-job.ts'

/** A database's clock whose job measures it when told to. */
class ToldClock extends DatabaseClock {
  next: (() => void) | null = null

  override after(_delayMs: number, callback: () => void): () => void {
    this.next = callback
    return () => (this.next = null)
  }
}

const startJob = async () => {
  const warned: string[] = []
  const log = { warn: (_fields: object, message: string) => void warned.push(message) } as unknown as JobDeps['log']
  const database = { offMs: 0 }
  const clock = new ToldClock(async () => new Date(Date.now() + database.offMs))
  const job = clockJob({ clock, log })
  const measure = async () => {
    clock.next?.()
    clock.next = null
    await expect.poll(() => clock.next).not.toBeNull()
  }
  return { clock, database, job, measure, warned }
}

const YEARS_MS = 10 * 365 * 24 * 3_600_000

test('the time is the database’s from the start, before anybody is served', async () => {
  const { clock, database, job } = await startJob()
  database.offMs = YEARS_MS
  await job.start()
  expect(clock.now().getUTCFullYear()).toBe(new Date(Date.now() + YEARS_MS).getUTCFullYear())
  await job.stop()
  expect(clock.next).toBeNull()
})

test('a clock that is off is told once, and again where it was right in between', async () => {
  const { database, job, measure, warned } = await startJob()
  await job.start()
  for (const [offMs, told] of [
    [YEARS_MS, 1],
    [YEARS_MS, 1],
    [0, 1],
    [-YEARS_MS, 2],
  ] as const) {
    database.offMs = offMs
    await measure()
    expect(warned).toHaveLength(told)
  }
  await job.stop()
})
