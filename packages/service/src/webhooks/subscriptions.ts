import { isWithoutUser, LIMITS, type Subscription } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import type { WebhookDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { beginResume, COMMIT_MARGIN_MS } from './backfill.ts'
import {
  countKeys,
  findSubscription,
  holdCounts,
  insertSubscription,
  lockSubscription,
  type NewSubscription,
  replaceKey,
  setDisabled,
  setEnabled,
  type SubscriptionCounts,
  type SubscriptionKey,
} from './subscription-store.ts'
import { inTurn } from './subscription-turns.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

export const subscriptionNotFound = (): ApiError => new ApiError(404, 'There is no such subscription')

/** The subscription that a path names, whose id may be written in either case: its keys are sealed to one of the two. */
export const keyOf = (merchantId: string, { id }: { readonly id: string }): SubscriptionKey => ({
  id: id.toLowerCase(),
  merchantId,
})

/** Why nothing would be delivered to an endpoint; null where it may be one. */
export const endpointRefusal = ({ mode }: Pick<WebhookDeps['config'], 'mode'>, endpoint: string): string | null => {
  if (mode === 'production' && new URL(endpoint).protocol !== 'https:') return 'must be an https URL'
  return isWithoutUser(endpoint) ? null : 'must not hold a user name or password'
}

/** @throws {ApiError} 400 for an endpoint that nothing is delivered to. */
export const assertEndpoint = (config: Pick<WebhookDeps['config'], 'mode'>, endpoint: string): void => {
  const refusal = endpointRefusal(config, endpoint)
  if (refusal !== null) throw new ApiError(400, `endpoint: ${refusal}`, { code: 'ERR02' })
}

/** @throws {ApiError} 400 for a subscription to which nothing is delivered now. */
export const assertEnabled = ({ status }: Pick<Subscription, 'status'>): void => {
  if (status !== 'enabled') throw new ApiError(400, 'The subscription is disabled; enable it first')
}

/** @throws {ApiError} 404 when the merchant has no such subscription. */
export const requireSubscription = async (
  deps: WebhookDeps,
  key: SubscriptionKey,
  executor?: Executor,
): Promise<Subscription> => {
  const subscription = await findSubscription(executor ?? deps.db, deps.secrets, key)
  if (subscription === null) throw subscriptionNotFound()
  return subscription
}

/** @throws {ApiError} 429 when there is no room for one more, enabled or not. */
const assertPlace = ({ all }: SubscriptionCounts): void => {
  if (all < LIMITS.subscriptions) return
  throw new ApiError(429, `A merchant has at most ${LIMITS.subscriptions} subscriptions; delete one first`)
}

/** @throws {ApiError} 429 when there is no room for one more that is enabled. */
const assertEnabledPlace = ({ mode }: WebhookDeps['config'], { enabled }: SubscriptionCounts): void => {
  const limit = LIMITS.enabledSubscriptions[mode]
  if (enabled < limit) return
  const most = limit === 1 ? '1 enabled subscription' : `${limit} enabled subscriptions`
  throw new ApiError(429, `A merchant has at most ${most} in ${mode} mode; disable or delete one first`)
}

/** @throws {ApiError} 429 when the merchant has as many as it may, or as many enabled ones where it is to be enabled. */
export const createSubscription = (deps: WebhookDeps, request: Omit<NewSubscription, 'at'>): Promise<Subscription> =>
  inTurn(deps, request.merchantId, async (transaction) => {
    const { merchantId, status } = request
    const counts = await holdCounts(transaction, merchantId)
    assertPlace(counts)
    if (status === 'enabled') assertEnabledPlace(deps.config, counts)
    const id = await insertSubscription(transaction, deps.secrets, { ...request, at: deps.clock.now() })
    return requireSubscription(deps, { id, merchantId }, transaction)
  })

/**
 * Enables a subscription and has it delivered what it missed while it was disabled, for up to 5 days; nothing changes when it is enabled.
 * @throws {ApiError} 404 when there is none, 429 when the merchant has as many enabled ones as it may.
 */
export const enableSubscription = async (deps: WebhookDeps, key: SubscriptionKey): Promise<Subscription> => {
  const subscription = await inTurn(deps, key.merchantId, async (transaction) => {
    const known = await requireSubscription(deps, key, transaction)
    if (known.status === 'enabled') return known
    assertEnabledPlace(deps.config, await holdCounts(transaction, key.merchantId))
    const locked = await lockSubscription(transaction, key)
    if (locked === null) throw subscriptionNotFound()
    if (locked.disabledAt !== null) await resume(deps, transaction, key, { ...locked, disabledAt: locked.disabledAt })
    return requireSubscription(deps, key, transaction)
  })
  deps.wakeDeliveries()
  return subscription
}

const resume = async (
  { clock }: WebhookDeps,
  executor: Executor,
  key: SubscriptionKey,
  { disabledAt, createdAt }: { disabledAt: Date; createdAt: Date },
): Promise<void> => {
  const at = clock.now()
  const earliestMs = at.getTime() - LIMITS.failingDays * DAY_MS
  // It counts as disabled from the first event on that it missed, which may have begun before it was created. Versions that did
  // not see to that missed what was under way as it was disabled.
  const existedMs = Math.min(createdAt.getTime(), disabledAt.getTime())
  const missedMs = Math.max(earliestMs, existedMs, disabledAt.getTime() - COMMIT_MARGIN_MS)
  await setEnabled(executor, key)
  await beginResume(executor, key, { since: new Date(earliestMs), missedSince: new Date(missedMs), at })
}

/** @throws {ApiError} 404 when there is none. */
export const disableSubscription = async (deps: WebhookDeps, key: SubscriptionKey): Promise<Subscription> =>
  inTurn(deps, key.merchantId, async (transaction) => {
    if ((await lockSubscription(transaction, key)) === null) throw subscriptionNotFound()
    await setDisabled(transaction, [key], deps.clock.now())
    return requireSubscription(deps, key, transaction)
  })

/** @throws {ApiError} 429 where each delivery is signed with as many keys as may be: none of them is ended before its time. */
const assertRoomForKey = async (executor: Executor, key: SubscriptionKey, at: Date): Promise<void> => {
  const { count, firstEnd } = await countKeys(executor, key, at)
  if (count < LIMITS.signingKeys) return
  const rotations = LIMITS.signingKeys - 1
  const waitMs = (firstEnd ?? at).getTime() - at.getTime()
  throw new ApiError(
    429,
    `The key was rotated ${rotations} times within ${LIMITS.rotatedKeyHours} hours; wait until the first of them are over`,
    { headers: { 'retry-after': String(Math.ceil(waitMs / 1_000)) } },
  )
}

/** @throws {ApiError} 404 when there is none, 429 when it was done 9 times within 24 hours. */
export const rotateKey = async (deps: WebhookDeps, key: SubscriptionKey): Promise<Subscription> =>
  inTurn(deps, key.merchantId, async (transaction) => {
    if ((await lockSubscription(transaction, key)) === null) throw subscriptionNotFound()
    const at = deps.clock.now()
    await assertRoomForKey(transaction, key, at)
    const previousUntil = new Date(at.getTime() + LIMITS.rotatedKeyHours * HOUR_MS)
    await replaceKey(transaction, deps.secrets, key, { at, previousUntil })
    return requireSubscription(deps, key, transaction)
  })
