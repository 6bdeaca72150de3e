import type { Operation, OperationId } from '@coinslot/contract'
import { type Outcome, sendOnce } from './send-once.ts'
import type { CallLimits } from './call-limits.ts'
import type { Clock } from './clock.ts'
import { type Hooks, notify } from './hooks.ts'
import { isRetryableStatus, parseRetryAfter, retryDelay, type RetryPolicy } from './retry.ts'
import type { OutgoingRequest, Send } from './send.ts'

/** What every request of a client has in common. */
export interface SendSettings {
  readonly send: Send
  readonly clock: Clock
  readonly hooks: Hooks
}

/** One request and how it may be repeated. */
export interface SendInput {
  readonly id: OperationId
  readonly operation: Operation
  readonly request: OutgoingRequest
  readonly requestId: string
  readonly retry: RetryPolicy
  /** Milliseconds for one attempt, headers and body. */
  readonly timeoutMs: number
  readonly limits: CallLimits
}

export interface FinalOutcome {
  readonly outcome: Outcome
  readonly attempts: number
  readonly retryAfterMs: number | undefined
}

/** Doing these twice does harm, and no idempotency key guards them. */
const NOT_REPEATABLE: ReadonlySet<OperationId> = new Set([
  'createSubscription',
  'rotateSubscriptionKey',
  'testSubscription',
  'replayDelivery',
  'replaySubscription',
])

const isWorthRetrying = (outcome: Outcome, repeatable: boolean): boolean => {
  if (outcome.kind === 'answer') return isRetryableStatus(outcome.status, repeatable)
  return outcome.kind !== 'stopped' && repeatable
}

/** Sends a request until it has an answer that is final, the retries or the limits are used up. Never rejects. */
export const sendWithRetries = async (settings: SendSettings, input: SendInput): Promise<FinalOutcome> => {
  const { clock, hooks, send } = settings
  const { id, operation, request, requestId, retry, timeoutMs } = input
  const { endsAt, signal } = input.limits
  const repeatable = !NOT_REPEATABLE.has(id)
  for (let attempts = 1; ; attempts++) {
    const startedAt = clock.now()
    const sent = { operation: id, method: operation.method, path: operation.path, attempt: attempts, requestId }
    notify(hooks.onRequest, sent)
    const outcome = await sendOnce(send, request, Math.min(timeoutMs, endsAt - startedAt), signal)
    const answer = outcome.kind === 'answer' ? outcome : undefined
    const failure = outcome.kind === 'answer' ? undefined : outcome.kind
    const received = { ...sent, status: answer?.status, failure, durationMs: clock.now() - startedAt }
    notify(hooks.onResponse, received)

    const retryAfterMs = parseRetryAfter(answer?.header('retry-after') ?? null, clock.now())
    const isLast = attempts > retry.maxRetries || !isWorthRetrying(outcome, repeatable)
    const delayMs = retryDelay(retry, attempts, retryAfterMs)
    if (isLast || clock.now() + delayMs >= endsAt) return { outcome, attempts, retryAfterMs }

    notify(hooks.onRetry, { ...received, delayMs })
    try {
      await clock.sleep(delayMs, signal)
    } catch {
      return { outcome: { kind: 'stopped' }, attempts, retryAfterMs }
    }
  }
}
