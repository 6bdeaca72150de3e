import type { Executor } from '../db/database.ts'

/** The documents of a session, handed over to another device. */
export interface Handover {
  readonly id: string
  readonly sessionId: string
  readonly opensUntil: Date
  readonly openedAt: Date | null
}

/** Puts a link in place of the session's last one, and of what that one opened. */
export const replaceHandover = async (
  executor: Executor,
  { id, sessionId, opensUntil, endsAt }: Omit<Handover, 'openedAt'> & { readonly endsAt: Date },
): Promise<void> => {
  const values = { id, opens_until: opensUntil, opened_at: null, ends_at: endsAt }
  await executor
    .insertInto('kyc_handovers')
    .values({ session_id: sessionId, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()
}

/** Uses a link up. @returns whether it was good at `now`: true for one caller at most. */
export const openHandover = async (executor: Executor, id: string, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('kyc_handovers')
    .set({ opened_at: now })
    .where('id', '=', id)
    .where('opened_at', 'is', null)
    .where('opens_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** By its own id, or by the id of its session. */
export const findHandover = async (
  executor: Executor,
  by: { readonly id: string } | { readonly sessionId: string },
): Promise<Handover | null> => {
  const row = await executor
    .selectFrom('kyc_handovers')
    .selectAll()
    .where((where) => ('id' in by ? where('id', '=', by.id) : where('session_id', '=', by.sessionId)))
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, sessionId: row.session_id, opensUntil: row.opens_until, openedAt: row.opened_at }
}

/** Forgets links of sessions that have ended. */
export const forgetEndedHandovers = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('kyc_handovers').where('ends_at', '<=', now).execute()
}
