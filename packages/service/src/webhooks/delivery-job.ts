import type { BackgroundJob } from '../platform/background-job.ts'
import { continueBackfill, newRound } from './backfill.ts'
import { bringForward } from './bring-forward.ts'
import { releaseAll } from './claim-store.ts'
import type { WebhookDeps } from './deps.ts'
import { Dispatcher } from './dispatcher.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import { keepRetention } from './retention.ts'
import { webhookSender } from './sender.ts'

/** Part of the 10 seconds in which a stopping service drains. */
const GRACE_MS = 4_000
const BACKFILL_EVERY_MS = 1_000
const BRING_FORWARD_EVERY_MS = 10 * 60 * 1000
const FIRST_RETENTION_MS = 60 * 1000
const RETENTION_EVERY_MS = 60 * 60 * 1000

/**
 * Delivers events for as long as the service runs, woken by every commit that recorded some; beside it queues what
 * subscriptions have missed, makes due what a clock that was set back has put off, and drops what is old.
 */
export const deliveryJob = (deps: WebhookDeps): BackgroundJob => {
  const { clock, log } = deps
  const sender = webhookSender(deps.config)
  const { attempts } = deps.webhookMetrics
  const dispatcher = new Dispatcher({
    ...deps,
    sender,
    random: Math.random,
    onAttempt: ({ failure }) => attempts.inc({ outcome: failure ?? 'delivered' }),
  })
  const backfill = async (isStopping: () => boolean) => {
    const round = newRound()
    while (!isStopping() && (await continueBackfill(deps, round))) dispatcher.wake()
  }
  let stopListening = () => {}
  let beside: RepeatedWork[] = []
  return {
    start: async () => {
      // The embedded database is open to one process: what its last one had in its hands when it was killed is nobody's.
      if (deps.config.database.kind === 'embedded') await releaseAll(deps.db)
      stopListening = deps.onWakeDeliveries(() => dispatcher.wake())
      beside = [
        repeatWork(clock, backfill, {
          everyMs: BACKFILL_EVERY_MS,
          onError: (error) => log.error({ err: error }, 'missed webhooks could not be queued'),
        }),
        repeatWork(clock, (isStopping) => bringForward(deps, isStopping), {
          everyMs: BRING_FORWARD_EVERY_MS,
          onError: (error) => log.error({ err: error }, 'webhooks that a clock has put off could not be made due'),
        }),
        repeatWork(clock, (isStopping) => keepRetention(deps, isStopping), {
          firstMs: FIRST_RETENTION_MS,
          everyMs: RETENTION_EVERY_MS,
          onError: (error) => log.error({ err: error }, 'old webhooks could not be deleted'),
        }),
      ]
      dispatcher.start()
    },
    stop: async () => {
      stopListening()
      await Promise.all([dispatcher.stop(GRACE_MS), ...beside.map((each) => each.stop())])
      sender.close()
    },
  }
}
