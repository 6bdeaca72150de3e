import type { replaySchema } from '@coinslot/contract'
import type { z } from 'zod'
import { beginReplay } from './backfill.ts'
import type { WebhookDeps } from './deps.ts'
import type { SubscriptionKey } from './subscription-store.ts'
import { assertEnabled, requireSubscription } from './subscriptions.ts'

/** Queues what has not arrived since then; where that is much, `replay` tells how far the rest has come. */
export const replayMissed = async (
  deps: WebhookDeps,
  key: SubscriptionKey,
  since: string,
): Promise<z.infer<typeof replaySchema>> => {
  assertEnabled(await requireSubscription(deps, key))
  const request = { since: new Date(since), at: deps.clock.now() }
  const replayed = await deps.db.transaction().execute((transaction) => beginReplay(transaction, key, request))
  const { replay } = await requireSubscription(deps, key)
  deps.wakeDeliveries()
  return { replayed, ...(replay === undefined ? {} : { replay }) }
}
