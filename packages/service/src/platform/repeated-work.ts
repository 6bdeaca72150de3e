import type { Clock } from './clock.ts'

export interface RepeatedWork {
  /** Starts no more, and waits for what is under way. */
  stop(): Promise<void>
}

export interface RepeatOptions {
  /** Default: `everyMs`. */
  readonly firstMs?: number
  /** Pause between the end of one time and the start of the next, in milliseconds. */
  readonly everyMs: number
  readonly onError: (error: unknown) => void
}

/** Does some work again and again; `isStopping` tells work of several parts to end early. */
export const repeatWork = (
  clock: Clock,
  work: (isStopping: () => boolean) => Promise<void>,
  { everyMs, firstMs = everyMs, onError }: RepeatOptions,
): RepeatedWork => {
  let isStopped = false
  let cancel = () => {}
  let running = Promise.resolve()
  const schedule = (delayMs: number) => {
    cancel = clock.after(delayMs, () => {
      running = Promise.resolve()
        .then(() => work(() => isStopped))
        .catch(onError)
        .then(() => {
          if (!isStopped) schedule(everyMs)
        })
    })
  }
  schedule(firstMs)
  return {
    stop: () => {
      isStopped = true
      cancel()
      return running
    },
  }
}
