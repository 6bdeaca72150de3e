import type { Platform } from '../platform/platform.ts'
import { countHoursForGood, forgetAllHours, forgetHours, merchantsToCount } from './hours-store.ts'

const HOUR_MS = 60 * 60_000
/** As far back as an overview looks. */
const KEPT_HOURS = 8 * 24
/** In one turn, so that a merchant that comes with many does not hold up the others. */
const HOURS_A_TURN = 24

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS

/**
 * Counts for good the hours that are over, of each merchant a day's at most in one turn. An hour counts as over when the
 * next one is as well: whatever was being created has been by then.
 */
export const countHoursThatAreOver = async ({ db, clock }: Platform): Promise<void> => {
  const thisHourMs = hourOf(clock.now().getTime())
  const [oldestMs, lastMs] = [thisHourMs - KEPT_HOURS * HOUR_MS, thisHourMs - HOUR_MS]
  for (const { merchantId, after } of await merchantsToCount(db, new Date(lastMs), new Date(thisHourMs))) {
    if (after !== null && after.getTime() > thisHourMs) {
      // By a clock that has been set back since: what comes in these hours would be left out of them.
      await forgetAllHours(db, merchantId)
      continue
    }
    const fromMs = Math.max(oldestMs, after?.getTime() ?? 0)
    const until = new Date(Math.min(lastMs, fromMs + HOURS_A_TURN * HOUR_MS))
    await countHoursForGood(db, { merchantId, after, from: new Date(fromMs), until })
    await forgetHours(db, merchantId, new Date(oldestMs))
  }
}
