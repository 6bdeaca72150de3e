import { loadError } from './errors.ts'
import { later } from './later.ts'

export interface LimitOptions {
  /** Ends the work. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for everything together, waits between attempts included: 1 to 2,000,000,000. Default 30,000. */
  readonly timeoutMs?: number | undefined
  /** Further attempts after a network fault. Default 3. A script that does not match its digest, and a manifest that is none, have one, always. */
  readonly retries?: number | undefined
  /** Milliseconds before the first further attempt, give or take half; it doubles with each. Default 300. */
  readonly retryDelayMs?: number | undefined
}

/**
 * Runs `work` under the caller's signal and a time limit. The signal that `work` gets is aborted in the end, however it
 * ends, so that whatever hangs on it is cleaned up; where the end came early, its reason is the error that is thrown.
 * @throws option_invalid, aborted, timeout, or offline where the time ran out without a network
 */
export const limited = <T>(options: LimitOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const { signal: caller } = options
  const limit = new AbortController()
  const { signal } = limit
  return new Promise<T>((resolve, reject) => {
    const stop = () => {
      const code = caller?.aborted ? 'aborted' : navigator.onLine ? 'timeout' : 'offline'
      const error = loadError(code, '', caller?.reason)
      reject(error)
      limit.abort(error)
    }
    for (const name of ['timeoutMs', 'retries', 'retryDelayMs'] as const)
      if (!((options[name] ?? 0) <= 2e9)) return reject(loadError('option_invalid', name))
    if (caller?.aborted) return stop()
    caller?.addEventListener('abort', stop, { signal })
    later(stop, options.timeoutMs ?? 30_000, signal)
    work(signal).then(resolve, reject)
  }).finally(() => limit.abort())
}
