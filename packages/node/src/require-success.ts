import { errorOfAnswer } from './answer-errors.ts'
import type { Outcome } from './attempt.ts'
import type { CallScope } from './call-scope.ts'
import type { Dispatched } from './dispatch.ts'
import { type ErrorContext, NetworkError, RequestAbortedError, RequestTimeoutError } from './errors.ts'

export type SuccessOutcome = Extract<Outcome, { kind: 'answer' }>

/** The error of a call that its scope ended: the deadline's, or the caller's with the reason as its `cause`. */
export const errorOfScope = (scope: CallScope, context: ErrorContext): RequestTimeoutError | RequestAbortedError => {
  if (scope.isPastDeadline()) return new RequestTimeoutError('The deadline passed before the call was done', context)
  const error = new RequestAbortedError('The caller ended the call', context)
  Object.defineProperty(error, 'cause', { value: scope.signal.reason })
  return error
}

/** The answer of a success. `secrets` are taken out of messages. @throws CoinslotError for every other outcome. */
export const requireSuccess = (dispatched: Dispatched, secrets: readonly string[]): SuccessOutcome => {
  const { attempts, id, outcome, requestId, retryAfterMs, scope } = dispatched
  const context = { operation: id, requestId, attempts }
  if (outcome.kind === 'stopped') throw errorOfScope(scope, context)
  if (outcome.kind === 'timeout') throw new RequestTimeoutError('The service did not answer in time', context)
  if (outcome.kind === 'network') {
    const { reason } = outcome
    const message = 'The service could not be reached, or its answer broke off'
    throw new NetworkError(reason === undefined ? message : `${message} (${reason})`, { ...context, reason })
  }
  if (outcome.status >= 200 && outcome.status <= 299) return outcome
  const redact = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  throw errorOfAnswer(outcome.status, outcome.text, { ...context, retryAfterMs }, redact)
}
