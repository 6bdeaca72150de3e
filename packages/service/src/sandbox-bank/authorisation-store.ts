import type { RefusalReason } from '@coinslot/contract'
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { SandboxAuthorisationTable } from '../db/card-tables.ts'

/** One authorisation in the sandbox acquirer's books. */
export interface SandboxAuthorisation {
  readonly reference: string
  readonly outcome: SandboxAuthorisationTable['outcome']
  /** Null for a card without 3-D Secure. */
  readonly challenge: 'open' | 'passed' | 'failed' | null
  readonly cancelled: boolean
  /** What the bank says of its refusal; null where it says nothing. */
  readonly reason: RefusalReason | null
}

const COLUMNS = ['reference', 'outcome', 'challenge', 'cancelled_at', 'refusal_reason'] as const

export const findAuthorisation = async (
  executor: Executor,
  reference: string,
): Promise<SandboxAuthorisation | null> => {
  const row = await executor
    .selectFrom('sandbox_authorisations')
    .select(COLUMNS)
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        reference: row.reference,
        outcome: row.outcome,
        challenge: row.challenge,
        cancelled: row.cancelled_at !== null,
        reason: row.refusal_reason,
      }
}

/** Writes an authorisation down unless its reference is known already. */
export const insertAuthorisation = async (
  executor: Executor,
  authorisation: SandboxAuthorisation,
  at: Date,
): Promise<void> => {
  await executor
    .insertInto('sandbox_authorisations')
    .values({
      reference: authorisation.reference,
      outcome: authorisation.outcome,
      challenge: authorisation.challenge,
      cancelled_at: authorisation.cancelled ? at : null,
      refusal_reason: authorisation.reason,
      created_at: at,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

export const cancelAuthorisation = async (executor: Executor, reference: string, at: Date): Promise<void> => {
  await executor
    .updateTable('sandbox_authorisations')
    .set((eb) => ({ cancelled_at: eb.fn.coalesce('cancelled_at', eb.val(at)) }))
    .where('reference', '=', reference)
    .execute()
}

export const passChallenge = async (executor: Executor, reference: string): Promise<void> => {
  await executor
    .updateTable('sandbox_authorisations')
    .set({ challenge: 'passed' })
    .where('reference', '=', reference)
    .where('challenge', '=', 'open')
    .execute()
}

/** Counts a wrong password; the last that is allowed fails the challenge. */
export const countWrongPassword = async (executor: Executor, reference: string, allowed: number): Promise<void> => {
  await executor
    .updateTable('sandbox_authorisations')
    .set((eb) => ({
      wrong_passwords: eb('wrong_passwords', '+', 1),
      challenge: eb
        .case()
        .when('wrong_passwords', '>=', allowed - 1)
        .then('failed' as const)
        .else('open' as const)
        .end(),
    }))
    .where('reference', '=', reference)
    .where('challenge', '=', 'open')
    .execute()
}

/**
 * Forgets authorisations from before a time whose attempts have ended, about which nobody asks again.
 * @returns how many, at most `limit`.
 */
export const forgetAuthorisations = async (executor: Executor, before: Date, limit: number): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from sandbox_authorisations where reference = any (array(
      select reference from sandbox_authorisations where created_at < ${before}::timestamptz and not exists (
        select from card_attempts where id = reference and status in ('authorising', 'challenged', 'reversing')
      )
      order by created_at limit ${limit}::integer for update skip locked
    ))
  `.execute(executor)
  return Number(numAffectedRows ?? 0)
}
