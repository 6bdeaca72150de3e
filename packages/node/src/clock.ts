import { limitTime } from './time-limit.ts'

/** Time as the client sees it; replaced in tests so that nothing waits. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`; rejects with the signal's reason when it fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** @internal */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const cancel = limitTime(ms, signal, (reason) => {
        cancel()
        if (reason === 'stopped') reject(signal?.reason)
        else resolve()
      })
    }),
}
