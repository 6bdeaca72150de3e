import type { KycOutcome } from '@coinslot/contract'
import type { CheckState } from '@coinslot/contract/dashboard-operations'

export interface CheckFacts {
  readonly outcome: KycOutcome | null
  readonly submittedAt: Date | null
  readonly expiresAt: Date
}

/** Where an identity check stands. */
export const checkState = ({ outcome, submittedAt, expiresAt }: CheckFacts, now: Date): CheckState => {
  if (outcome !== null) return outcome
  if (submittedAt !== null) return 'submitted'
  return expiresAt > now ? 'open' : 'lapsed'
}
