import type { BackgroundJob } from '../platform/background-job.ts'
import { readSecretsState } from '../platform/sealed-store.ts'
import { carryOver } from './carry-over.ts'
import type { JobDeps } from './deps.ts'

/** Brings secrets from before they were bound to key and place into today's form, once, after the service has started. */
export const carryOverJob = (deps: JobDeps): BackgroundJob => {
  let isStopped = false
  let running: Promise<void> = Promise.resolve()

  const run = async () => {
    try {
      const { hasEarlierForm } = await readSecretsState(deps.db)
      if (!hasEarlierForm) return
      const { replaced, rekeyed, firstUnreadable } = await carryOver(deps, () => isStopped)
      deps.log.info({ replaced, rekeyed }, 'secrets of an earlier form were carried over')
      if (firstUnreadable !== null) deps.log.error({ reason: firstUnreadable }, 'some secrets cannot be read')
    } catch (error) {
      deps.log.error({ err: error }, 'secrets of an earlier form could not be carried over; the next start tries again')
    }
  }

  return {
    start: async () => {
      running = run()
    },
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
