import type { OutgoingRequest, ReceivedAnswer, Send } from './send.ts'
import { limitTime } from './time-limit.ts'

/** What came of sending a request once. */
export type Outcome =
  | ({ readonly kind: 'answer' } & ReceivedAnswer)
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'network'; readonly reason: string | undefined }

/** The platform's own code, searched along `cause`; messages are left out because they may quote headers. */
const platformCode = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code
  return 'cause' in error ? platformCode(error.cause, depth + 1) : undefined
}

/**
 * Sends a request once and reads the whole body, within `timeoutMs` and until `signal` fires. Never rejects, and
 * settles in time even where the request cannot be cancelled.
 */
export const sendOnce = (
  send: Send,
  request: OutgoingRequest,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<Outcome> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve({ kind: 'stopped' })
    const cancel = limitTime(timeoutMs, signal, (kind) => {
      finish({ kind })
      sending?.cancel()
    })
    const finish = (outcome: Outcome) => {
      cancel()
      resolve(outcome)
    }
    const onFailure = (error: unknown) => finish({ kind: 'network', reason: platformCode(error) })
    let sending: ReturnType<Send> | undefined
    try {
      sending = send(request)
      sending.answer.then((answer) => finish({ kind: 'answer', ...answer }), onFailure)
    } catch (error) {
      onFailure(error)
    }
  })
