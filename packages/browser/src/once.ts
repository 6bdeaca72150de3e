import { loadError } from './errors.ts'

interface Job {
  /** What all who wait for it must agree on. */
  readonly id: string
  readonly result: Promise<unknown>
}

// Without a prototype: a key is a name or an address that the page chose.
const jobs: { [key: string]: Job | null } = { __proto__: null }

/**
 * Joins the work under `key`, or starts it.
 * @throws load_conflict where what goes on under this key has another `id`
 */
export const once = <T>(key: string, id: string, start: () => Promise<T>): Promise<T> => {
  const job = (jobs[key] ??= { id, result: start().finally(() => delete jobs[key]) })
  if (job.id !== id) throw loadError('load_conflict', key)
  return job.result as Promise<T>
}
