import type { Executor } from '../db/database.ts'
import type { CardAttemptTable } from '../db/card-tables.ts'

/** One card that was tried, with when and how it went. */
export interface AttemptRecord {
  readonly id: string
  readonly brand: string
  readonly lastFour: string
  readonly status: CardAttemptTable['status']
  /** Why it was refused; null where the acquirer gave no reason. */
  readonly refusal: string | null
  readonly createdAt: Date
  readonly challengedAt: Date | null
  readonly finishedAt: Date | null
}

/** The cards that were tried for an intent, the first one first. */
export const listAttemptHistory = (executor: Executor, intentId: string): Promise<readonly AttemptRecord[]> =>
  executor
    .selectFrom('card_attempts')
    .select([
      'id',
      'brand',
      'last_four as lastFour',
      'status',
      'refusal_reason as refusal',
      'created_at as createdAt',
      'challenged_at as challengedAt',
      'finished_at as finishedAt',
    ])
    .where('intent_id', '=', intentId)
    .orderBy('created_at')
    .execute()
