import type { RefusalReason } from '@coinslot/contract'
import type { Generated } from 'kysely'

export interface CardAttemptTable {
  id: string
  intent_id: string
  attempt_key: string
  brand: string
  last_four: string
  status: 'authorising' | 'challenged' | 'approved' | 'refused' | 'reversing' | 'reversed'
  challenge_url: string | null
  challenge_data: string | null
  created_at: Date
  challenged_at: Date | null
  check_at: Date
  finished_at: Date | null
  refusal_reason: RefusalReason | null
}

export interface SandboxAuthorisationTable {
  reference: string
  outcome: 'approved' | 'refused'
  challenge: 'open' | 'passed' | 'failed' | null
  wrong_passwords: Generated<number>
  cancelled_at: Date | null
  refusal_reason: RefusalReason | null
  created_at: Date
}

export interface CardTables {
  card_attempts: CardAttemptTable
  /** The books of the sandbox's acquirer. */
  sandbox_authorisations: SandboxAuthorisationTable
}
