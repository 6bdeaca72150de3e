import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { Platform } from '../platform/platform.ts'
import {
  countHoursForGood,
  forgetAllHours,
  forgetHours,
  type MerchantToCount,
  merchantsToCount,
} from './hours-store.ts'

const HOUR_MS = 60 * 60_000
/** As far back as an overview looks. */
const KEPT_HOURS = 8 * 24
/** In one turn, so that a merchant that comes with many does not hold up the others. */
const HOURS_A_TURN = 24

const hourOf = (atMs: number): number => Math.floor(atMs / HOUR_MS) * HOUR_MS

const countMerchant = async ({ db }: Platform, { merchantId, countedUntil }: MerchantToCount, thisHourMs: number) => {
  const [oldestMs, lastMs] = [thisHourMs - KEPT_HOURS * HOUR_MS, thisHourMs - HOUR_MS]
  // By a clock that has been set back since: what comes in these hours would be left out of them.
  if (countedUntil !== null && countedUntil.getTime() > thisHourMs) return forgetAllHours(db, merchantId)
  const fromMs = Math.max(oldestMs, countedUntil?.getTime() ?? 0)
  const until = new Date(Math.min(lastMs, fromMs + HOURS_A_TURN * HOUR_MS))
  await countHoursForGood(db, { merchantId, countedUntil, from: new Date(fromMs), until })
  return forgetHours(db, merchantId, new Date(oldestMs))
}

/**
 * Counts for good the hours that are over, of each merchant a day's at most in one turn. An hour counts as over when the
 * next one is as well: whatever was being created has been by then. A merchant whose hours cannot be counted is told, and
 * keeps no other waiting.
 */
export const countHoursThatAreOver = async (
  platform: Platform,
  isStopping: () => boolean = () => false,
): Promise<void> => {
  const { db, clock, log } = platform
  const thisHourMs = hourOf(clock.now().getTime())
  const merchants = await merchantsToCount(db, new Date(thisHourMs - HOUR_MS), new Date(thisHourMs))
  for (const merchant of merchants) {
    if (isStopping()) return
    try {
      await countMerchant(platform, merchant, thisHourMs)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      log.warn({ err: error, merchant_id: merchant.merchantId }, 'the hours of a merchant could not be counted')
    }
  }
}
