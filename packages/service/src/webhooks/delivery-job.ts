import { LIMITS } from '@coinslot/contract'
import type { BackgroundJob } from '../platform/background-job.ts'
import type { WebhookDeps } from './deps.ts'
import { Dispatcher } from './dispatcher.ts'
import { pruneEvents, pruneKeys } from './replay-store.ts'
import { webhookSender } from './webhook-sender.ts'

/** Part of the 10 seconds in which a stopping service drains. */
const GRACE_MS = 4_000
const FIRST_PRUNE_MS = 60 * 1000
const PRUNE_EVERY_MS = 60 * 60 * 1000
const PRUNE_BATCH = 1_000
const DAY_MS = 24 * 60 * 60 * 1000

/** Deletes what is kept for 30 days only. @see decisions.md §7 */
export const prune = async ({ db, clock }: WebhookDeps): Promise<void> => {
  const now = clock.now()
  const before = new Date(now.getTime() - LIMITS.deliveryRetentionDays * DAY_MS)
  let deleted: number
  do deleted = await pruneEvents(db, before, PRUNE_BATCH)
  while (deleted === PRUNE_BATCH)
  await pruneKeys(db, now)
}

/** Delivers events for as long as the service runs, woken by every commit that recorded some, and prunes old ones. */
export const deliveryJob = (deps: WebhookDeps): BackgroundJob => {
  const sender = webhookSender(deps.config)
  const { attempts } = deps.webhookMetrics
  const dispatcher = new Dispatcher({
    ...deps,
    sender,
    random: Math.random,
    onAttempt: ({ failure }) => attempts.inc({ outcome: failure ?? 'delivered' }),
  })
  let stopListening = () => {}
  let cancelPrune = () => {}
  let pruning = Promise.resolve()
  const schedulePrune = (delayMs: number) => {
    cancelPrune = deps.clock.after(delayMs, () => {
      pruning = prune(deps).catch((error: unknown) =>
        deps.log.error({ err: error }, 'old webhooks could not be deleted'),
      )
      schedulePrune(PRUNE_EVERY_MS)
    })
  }
  return {
    start: async () => {
      stopListening = deps.onWakeDeliveries(() => dispatcher.wake())
      schedulePrune(FIRST_PRUNE_MS)
      dispatcher.start()
    },
    stop: async () => {
      stopListening()
      cancelPrune()
      await Promise.all([dispatcher.stop(GRACE_MS), pruning])
      sender.close()
    },
  }
}
