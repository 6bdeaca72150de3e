import { errorOfAnswer } from './answer-errors.ts'
import type { Outcome } from './send-once.ts'
import type { OperationOutcome } from './send-operation.ts'
import { type ErrorContext, NetworkError, RequestAbortedError, RequestTimeoutError } from './errors.ts'

export type SuccessOutcome = Extract<Outcome, { kind: 'answer' }>

/** The error of a call whose `signal` fired, with the signal's reason as its `cause`. */
export const abortedError = (signal: AbortSignal | undefined, context: ErrorContext): RequestAbortedError =>
  Object.defineProperty(new RequestAbortedError('The caller ended the call', context), 'cause', {
    value: signal?.reason,
  })

/** The error of a call that took too long. */
export const timeoutError = (baseUrl: string, context: ErrorContext): RequestTimeoutError =>
  new RequestTimeoutError(`${baseUrl} did not answer in time`, context)

/** The answer of a success. `secrets` are taken out of messages. @throws CoinslotError for every other outcome. */
export const requireSuccess = (sent: OperationOutcome, secrets: readonly string[]): SuccessOutcome => {
  const { attempts, baseUrl, id, limits, outcome, requestId, retryAfterMs } = sent
  const context = { operation: id, requestId, attempts }
  if (outcome.kind === 'stopped') throw abortedError(limits.signal, context)
  if (outcome.kind === 'timeout') throw timeoutError(baseUrl, context)
  if (outcome.kind === 'network') {
    const { reason } = outcome
    const why = reason === undefined ? '' : ` (${reason})`
    throw new NetworkError(`${baseUrl} gave no answer, or it broke off${why}`, { ...context, reason })
  }
  if (outcome.status >= 200 && outcome.status <= 299) return outcome
  const redact = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
  throw errorOfAnswer(outcome.status, outcome.text, { ...context, retryAfterMs }, redact)
}
