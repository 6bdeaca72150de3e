import type { BackgroundJob } from '../platform/background-job.ts'
import { repeatWhileFull } from '../platform/repeat-while-full.ts'
import { repeatWork, type RepeatedWork } from '../platform/repeated-work.ts'
import { forgetAuthorisations } from './authorisation-store.ts'
import type { SandboxBankDeps } from './deps.ts'

const FIRST_MS = 60_000
const EVERY_MS = 60 * 60_000
/** Far longer than an authorisation may come after it was withdrawn, which is known of what is kept alone. */
const KEPT_MS = 24 * 60 * 60_000
const BATCH = 1_000

/** Forgets every hour what the sandbox's acquirer is not asked about any more: a day after, where its attempt has ended. */
export const sandboxBankJob = ({ clock, db, log }: SandboxBankDeps): BackgroundJob => {
  let forgetting: RepeatedWork | undefined
  const forget = async (isStopping: () => boolean) => {
    const before = new Date(clock.now().getTime() - KEPT_MS)
    await repeatWhileFull(BATCH, (limit) => forgetAuthorisations(db, before, limit), isStopping)
  }
  return {
    start: async () => {
      forgetting = repeatWork(clock, forget, {
        firstMs: FIRST_MS,
        everyMs: EVERY_MS,
        onError: (error) => log.warn({ err: error }, 'old authorisations of the sandbox could not be forgotten'),
      })
    },
    stop: async () => forgetting?.stop(),
  }
}
