import type { RefusalReason } from '@coinslot/contract'
import type { ColumnType } from 'kysely'

type Timestamp = ColumnType<Date, Date, Date>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>

export interface CardAttemptTable {
  id: string
  intent_id: string
  attempt_key: string
  brand: string
  last_four: string
  status: 'authorising' | 'challenged' | 'approved' | 'refused' | 'reversing' | 'reversed'
  challenge_url: Nullable<string>
  challenge_data: Nullable<string>
  created_at: Timestamp
  challenged_at: Nullable<Date>
  check_at: Timestamp
  finished_at: Nullable<Date>
  refusal_reason: Nullable<RefusalReason>
}

export interface SandboxAuthorisationTable {
  reference: string
  outcome: 'approved' | 'refused'
  challenge: Nullable<'open' | 'passed' | 'failed'>
  wrong_passwords: ColumnType<number, number | undefined, number>
  cancelled_at: Nullable<Date>
  refusal_reason: Nullable<RefusalReason>
  created_at: Timestamp
}

export interface CardTables {
  card_attempts: CardAttemptTable
  /** The books of the sandbox's acquirer. */
  sandbox_authorisations: SandboxAuthorisationTable
}
