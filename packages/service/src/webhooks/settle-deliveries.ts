import type { Attempt } from '@coinslot/contract'
import type { Database, Executor } from '../db/database.ts'
import type { Logger } from '../platform/log.ts'
import { disableReason, GONE } from './disable-rules.ts'
import type { ClaimedDelivery } from './claim-store.ts'
import { type AttemptRecord, recordAttempts } from './delivery-store.ts'
import { markFailing, markHealthy, type Tried } from './endpoint-health-store.ts'
import { nextAttemptAt, parseRetryAfter } from './retry-rules.ts'
import type { Outcome } from './sender.ts'
import { setDisabled } from './subscription-store.ts'
import type { Target } from './target-store.ts'

/** A delivery that has been tried once more. */
export interface Attempted {
  readonly delivery: ClaimedDelivery
  readonly target: Target
  readonly outcome: Outcome
  readonly startedAt: Date
  readonly endedAt: Date
}

const attemptOf = ({ outcome, startedAt }: Attempted): Attempt => ({
  at: startedAt.toISOString(),
  duration_ms: outcome.durationMs,
  status_code: outcome.statusCode,
  failure: outcome.failure,
})

const recordOf = (attempted: Attempted, random: () => number): AttemptRecord => {
  const { delivery, outcome, endedAt } = attempted
  const tried = { delivery, attempt: attemptOf(attempted) }
  if (outcome.failure === null) return { ...tried, status: 'delivered', nextAttemptAt: null }
  const retryAfterMs = parseRetryAfter(outcome.retryAfter, endedAt)
  const next = nextAttemptAt({ attempts: delivery.step + 1, endedAt, retryAfterMs, random: random() })
  return { ...tried, status: next === null ? 'failed' : 'pending', nextAttemptAt: next }
}

const endpointOf = ({ id, endpoint, timesEnabled }: Tried): string => `${id} ${timesEnabled} ${endpoint}`

const targetsOf = (attempted: readonly Attempted[]): Target[] => [
  ...new Map(attempted.map(({ target }) => [endpointOf(target), target])).values(),
]

/** A failure of each endpoint that did not answer well even once: that it is gone, if it said so, else the last. */
const failuresByEndpoint = (attempted: readonly Attempted[]): ReadonlyMap<string, Attempted> => {
  const isGone = ({ outcome }: Attempted) => outcome.statusCode === GONE
  const inOrder = [...attempted.filter((each) => !isGone(each)), ...attempted.filter(isGone)]
  const failures = new Map(inOrder.map((each) => [endpointOf(each.target), each]))
  for (const { target, outcome } of attempted) if (outcome.failure === null) failures.delete(endpointOf(target))
  return failures
}

const disableFailing = async (executor: Executor, failures: ReadonlyMap<string, Attempted>) => {
  const tried = [...failures.values()]
  const endings = tried.map(({ endedAt }) => endedAt.getTime())
  const targets = tried.map(({ target }) => target)
  const failing = await markFailing(executor, targets, new Date(Math.min(...endings)))
  const since = new Map(failing.map((endpoint) => [endpointOf(endpoint), endpoint.failingSince]))
  const due = [...failures].flatMap(([endpoint, { target, outcome, endedAt }]) => {
    const failingSince = since.get(endpoint)
    const failure = failingSince && { at: endedAt, statusCode: outcome.statusCode, failingSince }
    const reason = failure ? disableReason(failure) : null
    return reason === null ? [] : [{ id: target.id, merchantId: target.merchantId, reason }]
  })
  if (due.length === 0) return []
  const disabled = await setDisabled(executor, due, new Date(Math.max(...endings)))
  return due.filter(({ id }) => disabled.includes(id))
}

const NOT_SENT =
  'webhooks are not sent: the endpoint leads to a loopback, private or reserved address (COINSLOT_ALLOW_PRIVATE_WEBHOOKS=true allows the first two in sandbox mode)'

/** Subscriptions that begin to fail because nothing may be sent to where they lead. */
const newlyRefused = (failures: ReadonlyMap<string, Attempted>): string[] =>
  [...failures.values()]
    .filter(({ target, outcome }) => outcome.failure === 'address_not_allowed' && target.failingSince === null)
    .map(({ target }) => target.id)

export interface SettleDeps {
  readonly db: Database
  readonly log: Logger
  readonly random: () => number
}

/**
 * Writes down how attempts ended, when each delivery is tried again, and which subscriptions are disabled for it.
 * @returns those that are still to be written down, as another transaction holds their deliveries.
 */
export const settleDeliveries = async (
  { db, log, random }: SettleDeps,
  lease: string,
  attempted: readonly Attempted[],
): Promise<readonly Attempted[]> => {
  const now = new Date(Math.max(...attempted.map(({ endedAt }) => endedAt.getTime())))
  const records = new Map(attempted.map((each) => [recordOf(each, random), each]))
  const failures = failuresByEndpoint(attempted)
  const recovered = attempted.filter(({ target, outcome }) => outcome.failure === null && target.failingSince !== null)
  const write = async (executor: Executor) => {
    const held = await recordAttempts(executor, { lease, now, records: [...records.keys()] })
    return [...records].flatMap(([record, each]) => (held.includes(record) ? [each] : []))
  }
  if (failures.size === 0 && recovered.length === 0) return write(db)
  const { held, disabled } = await db.transaction().execute(async (transaction) => {
    const held = await write(transaction)
    if (recovered.length > 0) await markHealthy(transaction, targetsOf(recovered))
    return { held, disabled: failures.size === 0 ? [] : await disableFailing(transaction, failures) }
  })
  for (const id of newlyRefused(failures)) log.warn({ subscription_id: id }, NOT_SENT)
  for (const { id, reason } of disabled) log.warn({ subscription_id: id, reason }, 'webhook subscription disabled')
  return held
}
