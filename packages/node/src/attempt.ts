/** A request as `fetch` takes it. */
export interface OutgoingRequest {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** What came of sending a request once. */
export type Outcome =
  | { readonly kind: 'answer'; readonly status: number; readonly headers: Headers; readonly text: string }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'network'; readonly reason: string | undefined }

/** The platform's own code, searched along `cause`; messages are left out because they may quote headers. */
const platformCode = (error: unknown, depth = 0): string | undefined => {
  if (typeof error !== 'object' || error === null || depth > 4) return undefined
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(error.code)) return error.code
  return 'cause' in error ? platformCode(error.cause, depth + 1) : undefined
}

const exchange = async (
  fetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { method, headers, body } = request
  const init = { method, headers, redirect: 'manual', signal } as const
  const response = await fetch(request.url, body === undefined ? init : { ...init, body })
  return { kind: 'answer', status: response.status, headers: response.headers, text: await response.text() }
}

/**
 * Sends a request once and reads the whole body, within `timeoutMs` and until `signal` fires. Never rejects, and
 * settles in time even where `fetch` does not heed its signal.
 */
export const attempt = (
  fetch: typeof globalThis.fetch,
  request: OutgoingRequest,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve) => {
    const controller = new AbortController()
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onStop)
      resolve(outcome)
      if (outcome.kind !== 'answer') controller.abort()
    }
    const onStop = () => settle({ kind: 'stopped' })
    const timer = setTimeout(() => settle({ kind: 'timeout' }), timeoutMs)
    if (signal.aborted) return onStop()
    signal.addEventListener('abort', onStop, { once: true })
    exchange(fetch, request, controller.signal).then(settle, (error: unknown) =>
      settle({ kind: 'network', reason: platformCode(error) }),
    )
  })
