import type { Clock } from './clock.ts'

/** What bounds a call: its retries, its pauses and its wait for a token. */
export interface CallLimits {
  readonly signal: AbortSignal | undefined
  /** When the call is over, on the client's clock, in milliseconds. */
  readonly endsAt: number
}

/** Waits for what other calls wait for too, without ending it; says why where the limits came first. */
export const withLimits = <T>(promise: Promise<T>, { endsAt, signal }: CallLimits, clock: Clock): Promise<T | Expiry> =>
  new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onStop)
    }
    const onStop = () => {
      done()
      resolve(STOPPED)
    }
    signal?.addEventListener('abort', onStop, { once: true })
    const timer = setTimeout(() => resolve(TIMEOUT), endsAt - clock.now())
    promise.then(resolve, reject).finally(done)
  })

export const STOPPED: unique symbol = Symbol('stopped')
export const TIMEOUT: unique symbol = Symbol('timeout')
export type Expiry = typeof STOPPED | typeof TIMEOUT
