import type { Database } from '../db/database.ts'
import { onceConnected } from '../platform/once-connected.ts'
import type { Clock } from '../platform/clock.ts'
import { makeDue } from './put-off-store.ts'
import { LONGEST_PAUSE_MS } from './retry-rules.ts'

/** Far more than the clocks of several processes differ by. */
const SLACK_MS = 10 * 60_000
/** Deliveries that one statement makes due, however many subscriptions wait: it has to end within its time. */
const BATCH = 10_000

/**
 * Has tried what would otherwise wait until the clock, which has been set back, has come again to where it was: what was
 * recorded before and is not tried yet, and what was put off to later than anything is.
 */
export const bringForward = async (
  deps: { db: Database; clock: Clock },
  isStopping: () => boolean = () => false,
): Promise<void> => {
  const next = () =>
    onceConnected(deps, (connection, now) => {
      const after = (ms: number) => new Date(now.getTime() + ms)
      return makeDue(connection, {
        now,
        latestEvent: after(SLACK_MS),
        latestDue: after(LONGEST_PAUSE_MS + SLACK_MS),
        limit: BATCH,
      })
    })
  while (!isStopping() && (await next()) > 0);
}
