import { isDeepStrictEqual } from 'node:util'
import type { Database, Executor } from '../db/database.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/log.ts'
import {
  type Backfill,
  endBackfill,
  hasBackfills,
  holdBackfill,
  saveBackfill,
  startBackfill,
  takeBackfill,
} from './backfill-store.ts'
import { type EventCursor, queueMissed, resumeWaiting, startOf } from './replay-store.ts'
import { lockSubscription, markCatchingUp, type SubscriptionKey } from './subscription-store.ts'

/** Rows read by one statement. */
const BATCH = 1_000
/** How long a transaction may take that sees a subscription as it was, and commits its event later than the time in it. */
export const COMMIT_MARGIN_MS = 60_000
const BEGINNING = startOf(new Date(0))
const END = new Date('9999-12-31T00:00:00Z')

/** The place up to which nobody is still committing an event. */
const settledAt = (at: Date): EventCursor => startOf(new Date(at.getTime() - COMMIT_MARGIN_MS))

const earlierOf = (one: EventCursor, other: EventCursor): EventCursor => (one.at < other.at ? one : other)
const laterOf = (one: EventCursor, other: EventCursor): EventCursor => (one.at < other.at ? other : one)

/**
 * Resumes a subscription that was disabled: what was waiting from `since` on, then what was missed from `missedSince` on. More
 * than a batch of either is left to the background, and new events line up behind it. The subscription must be locked.
 */
export const beginResume = async (
  executor: Executor,
  key: SubscriptionKey,
  { since, missedSince, at }: { since: Date; missedSince: Date; at: Date },
): Promise<void> => {
  const waiting = await resumeWaiting(executor, key, { after: BEGINNING, since, at, limit: BATCH })
  const request = { after: startOf(missedSince), until: END, at, limit: BATCH, isAnew: false }
  const missed = waiting.next === null ? await queueMissed(executor, key, request) : { queued: 0, next: request.after }
  if (missed.next === null) return
  const reached = laterOf(request.after, earlierOf(missed.next, settledAt(at)))
  await startBackfill(
    executor,
    { ...key, kind: 'resume', since, startedAt: at, walked: waiting.next, reached },
    waiting.queued + missed.queued,
  )
  await markCatchingUp(executor, key)
}

/** Replays what has not arrived since a time. @returns how many are due at once; the rest is left to the background. */
export const beginReplay = async (
  executor: Executor,
  key: SubscriptionKey,
  { since, at }: { since: Date; at: Date },
): Promise<number> => {
  const request = { after: startOf(since), until: at, at, limit: BATCH, isAnew: true }
  const { queued, next: reached } = await queueMissed(executor, key, request)
  if (reached !== null) {
    await startBackfill(executor, { ...key, kind: 'replay', since, startedAt: at, walked: null, reached }, queued)
  }
  return queued
}

interface BackfillDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Queues all that was missed after an event, however much it is. */
const queueRest = async (executor: Executor, backfill: Backfill, at: Date): Promise<void> => {
  for (let after: EventCursor | null = backfill.reached; after !== null;) {
    const missed = await queueMissed(executor, backfill, { after, until: END, at, limit: BATCH, isAnew: false })
    after = missed.next
  }
}

/** Queues what is recorded meanwhile, then, while nothing can be recorded, the very last, after which events are lined up at once. */
const catchUp = async ({ db, clock }: BackfillDeps, backfill: Backfill): Promise<void> => {
  await db.transaction().execute((transaction) => queueRest(transaction, backfill, clock.now()))
  await db.transaction().execute(async (transaction) => {
    if ((await lockSubscription(transaction, backfill)) === null) return
    const held = await holdBackfill(transaction, backfill)
    // A replay that was begun meanwhile, from an earlier event on, is worked off first.
    if (!isDeepStrictEqual(held?.reached, backfill.reached)) return
    await queueRest(transaction, backfill, clock.now())
    await endBackfill(transaction, backfill)
  })
}

/** Works off one batch. @returns whether it has come to the end of what was missed. */
const workOff = async (transaction: Executor, backfill: Backfill, at: Date): Promise<boolean> => {
  const { kind, since, walked, reached, startedAt } = backfill
  if (walked !== null) {
    const { queued, next } = await resumeWaiting(transaction, backfill, { after: walked, since, at, limit: BATCH })
    await saveBackfill(transaction, { ...backfill, walked: next }, queued)
    return false
  }
  if (kind === 'resume' && reached.at > at) {
    // The clock has been set back: what is recorded now has a time before it.
    await saveBackfill(transaction, { ...backfill, reached: settledAt(at) }, 0)
    return false
  }
  // What others may still be committing is left for the end.
  const until = kind === 'replay' ? startedAt : settledAt(at).at
  const request = { after: reached, until, at, limit: BATCH, isAnew: kind === 'replay' }
  const { queued, next } = await queueMissed(transaction, backfill, request)
  if (next !== null) await saveBackfill(transaction, { ...backfill, reached: next }, queued)
  else if (kind === 'replay') await endBackfill(transaction, backfill)
  return next === null && kind === 'resume'
}

/** Subscriptions that have had their turn. */
export interface Round {
  /** They come up again once all others have had a batch as well. */
  readonly served: Set<string>
  /** They come up again in another round. */
  readonly failed: Set<string>
}
export const newRound = (): Round => ({ served: new Set(), failed: new Set() })

/**
 * Works off one batch of one backfill: of that which was asked for first, among those whose turn it is. One whose batch fails
 * is told.
 * @returns false when there is none, or a replay alone that has enough due for now.
 */
export const continueBackfill = async (deps: BackfillDeps, { served, failed }: Round): Promise<boolean> => {
  const { db, clock, log } = deps
  // Every process asks each second: without a transaction where there is nothing, as nearly always.
  if (!(await hasBackfills(db))) return false
  let taken = null as Backfill | null
  try {
    const hasReachedEnd = await db.transaction().execute(async (transaction) => {
      const at = clock.now()
      taken = await takeBackfill(transaction, at, [...served, ...failed])
      return taken !== null && workOff(transaction, taken, at)
    })
    if (taken === null) {
      const isLeft = served.size > 0
      served.clear()
      return isLeft
    }
    if (hasReachedEnd) await catchUp(deps, taken)
    served.add(taken.id)
  } catch (error) {
    if (taken === null || isDatabaseUnavailable(error)) throw error
    failed.add(taken.id)
    log.error({ err: error, subscription_id: taken.id }, 'missed webhooks of a subscription could not be queued')
  }
  return true
}
