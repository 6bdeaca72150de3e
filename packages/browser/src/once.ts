import { loadError } from './errors.ts'

interface Job {
  /** What all who wait for it must agree on. */
  readonly id: string
  readonly result: Promise<unknown>
}

// Without a prototype: a key is a name or an address that the page chose.
const jobs: { [key: string]: Job | null } = { __proto__: null }

/**
 * Joins the work under `key`, or starts it. As soon as the signal of who started it is aborted, nobody joins it any more.
 * @throws load_conflict where what goes on under this key has another `id`
 */
export const once = <T>(key: string, id: string, signal: AbortSignal, start: () => Promise<T>): Promise<T> => {
  const forget = () => {
    jobs[key] = null
  }
  if (!jobs[key]) signal.addEventListener('abort', forget)
  const job = (jobs[key] ??= { id, result: start().finally(forget) })
  if (job.id !== id) throw loadError('load_conflict', key)
  return job.result as Promise<T>
}
