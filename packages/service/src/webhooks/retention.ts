import { LIMITS } from '@coinslot/contract'
import type { Database } from '../db/database.ts'
import type { Clock } from '../platform/clock.ts'
import { repeatWhileFull } from '../platform/repeat-while-full.ts'
import { createDay, deleteStrays, deleteUndeliverable, dropDaysBefore, pruneKeys } from './retention-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Days that have their partitions before they come. */
const DAYS_AHEAD = 7
const BATCH = 1_000

/**
 * Makes the partitions of the days to come and drops what is kept for 30 days only: whole days, and one by one what lies
 * outside them. @see decisions.md §7
 */
export const keepRetention = async (
  { db, clock }: { db: Database; clock: Clock },
  isStopping: () => boolean = () => false,
): Promise<void> => {
  const now = clock.now()
  for (let day = 0; day <= DAYS_AHEAD; day += 1) await createDay(db, new Date(now.getTime() + day * DAY_MS))
  const before = new Date(now.getTime() - LIMITS.deliveryRetentionDays * DAY_MS)
  await dropDaysBefore(db, before)
  await repeatWhileFull(BATCH, (limit) => deleteStrays(db, before, limit), isStopping)
  await repeatWhileFull(BATCH, (limit) => deleteUndeliverable(db, before, limit), isStopping)
  await pruneKeys(db, now)
}
