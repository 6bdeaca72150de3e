import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { Secrets } from '../platform/secrets.ts'
import { keyArrays, signingKeyPlace, type SubscriptionKey } from './subscription-store.ts'

/** Where deliveries of a subscription go. */
export interface Target extends SubscriptionKey {
  readonly endpoint: string
  readonly failingSince: Date | null
  /** How often it was enabled again, or given another endpoint, by then. */
  readonly timesEnabled: number
  /** The current key first; none where that cannot be read, and none of those before it that cannot. */
  readonly keys: readonly string[]
  /** Why one of the keys could not be read; null where all could. */
  readonly keyError: unknown
}

/** Where deliveries of subscriptions go, by subscription; one that is missing has been deleted. */
export const loadTargets = async (
  executor: Executor,
  secrets: Secrets,
  subscriptions: readonly SubscriptionKey[],
  now: Date,
): Promise<Map<string, Target>> => {
  const rows = await executor
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoin('webhook_keys as key', (join) =>
      join
        .onRef('key.merchant_id', '=', 'subscription.merchant_id')
        .onRef('key.subscription_id', '=', 'subscription.id'),
    )
    .select([
      'subscription.id',
      'subscription.merchant_id as merchantId',
      'endpoint',
      'failing_since as failingSince',
      'times_enabled as timesEnabled',
      'key.id as keyId',
      'key_encrypted as bytes',
    ])
    .where(sql<boolean>`(subscription.merchant_id, subscription.id) in (select * from ${keyArrays(subscriptions)})`)
    .where((where) => where.or([where('key.expires_at', 'is', null), where('key.expires_at', '>', now)]))
    .orderBy('key.expires_at', (order) => order.desc().nullsFirst())
    .execute()
  const targets = new Map<string, Target & { keys: string[]; keyError: unknown }>()
  for (const { keyId, bytes, ...target } of rows) {
    const known = targets.get(target.id) ?? { ...target, keys: [], keyError: null }
    // Who has left the keys before the current one would refuse what is signed with them alone.
    if (known.keyError !== null && known.keys.length === 0) continue
    try {
      known.keys.push(secrets.decrypt({ bytes, place: signingKeyPlace(target, keyId) }).toString())
    } catch (error) {
      known.keyError = error
    }
    targets.set(target.id, known)
  }
  return targets
}
