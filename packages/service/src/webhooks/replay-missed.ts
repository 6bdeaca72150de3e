import type { replaySchema } from '@coinslot/contract'
import type { z } from 'zod'
import { beginReplay } from './backfill.ts'
import type { WebhookDeps } from './deps.ts'
import type { SubscriptionKey } from './subscription-store.ts'
import { inTurn } from './subscription-turns.ts'
import { assertEnabled, requireSubscription } from './subscriptions.ts'

/**
 * Queues what has not arrived since then; where that is much, `replay` tells how far the rest has come.
 * @throws {ApiError} 429 where many replays of the merchant wait already.
 */
export const replayMissed = async (
  deps: WebhookDeps,
  key: SubscriptionKey,
  since: string,
): Promise<z.infer<typeof replaySchema>> => {
  assertEnabled(await requireSubscription(deps, key))
  const replayed = await inTurn(deps, key.merchantId, (transaction) =>
    beginReplay(transaction, key, { since: new Date(since), at: deps.clock.now() }),
  )
  const { replay } = await requireSubscription(deps, key)
  deps.wakeDeliveries()
  return { replayed, ...(replay === undefined ? {} : { replay }) }
}
