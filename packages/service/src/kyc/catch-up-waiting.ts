import { onceConnected } from '../platform/once-connected.ts'
import { takeInParallel } from '../platform/take-in-parallel.ts'
import { catchUp } from './catch-up.ts'
import type { KycDeps } from './deps.ts'
import { findKycSession, takeWaiting } from './session-store.ts'
import { LOOK_AFTER_MS } from './submit.ts'

/** Sessions looked at at once, of one process: some are given to the provider. */
const AT_ONCE = 4

/**
 * Sends off what has waited for a decision about the same customer, where there is one by now. A page that is loaded does so
 * at once for its own session. Several processes may sweep at once.
 */
export const catchUpWaiting = async (deps: KycDeps, isStopping: () => boolean = () => false): Promise<void> => {
  if (!deps.kyc) return
  await takeInParallel({
    clock: deps.clock,
    atOnce: AT_ONCE,
    take: (limit) =>
      onceConnected(deps, (connection, now) =>
        takeWaiting(connection, now, new Date(now.getTime() + LOOK_AFTER_MS), limit),
      ),
    work: async (id) => {
      const session = await findKycSession(deps.db, id)
      if (session !== null) await catchUp(deps, session)
    },
    isStopping,
  })
}
