import { LIMITS } from '@coinslot/contract'
import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { CodeChannel, CodeFate, StoredCode } from './code-rules.ts'

/** Whose code it is: one mailbox or number of one session. */
export interface CodeKey {
  readonly sessionId: string
  readonly channel: CodeChannel
  readonly destinationHash: Buffer
}

export const findCode = async (
  executor: Executor,
  { sessionId, channel, destinationHash }: CodeKey,
): Promise<StoredCode | null> => {
  const row = await executor
    .selectFrom('kyc_codes')
    .select(['code_hash', 'attempts', 'expires_at', 'sent', 'sent_at', 'handed_over', 'not_handed_over', 'failed'])
    .where('session_id', '=', sessionId)
    .where('channel', '=', channel)
    .where('destination_hash', '=', destinationHash)
    .executeTakeFirst()
  return row === undefined
    ? null
    : {
        codeHash: row.code_hash,
        attempts: row.attempts,
        expiresAt: row.expires_at,
        sent: row.sent,
        sentAt: row.sent_at,
        lastHandedOver: row.handed_over,
        lastNotHandedOver: row.not_handed_over,
        failed: row.failed,
      }
}

/** How many mailboxes or numbers a session has sent codes to. */
export const countDestinations = async (
  executor: Executor,
  { sessionId, channel }: Omit<CodeKey, 'destinationHash'>,
): Promise<number> => {
  const { count } = await executor
    .selectFrom('kyc_codes')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('channel', '=', channel)
    .executeTakeFirstOrThrow()
  return count
}

/** Writes a new code, in place of the one before. */
export const writeCode = async (
  transaction: Executor,
  { sessionId, channel, destinationHash }: CodeKey,
  {
    codeHash,
    expiresAt,
    sent,
    sentAt,
  }: Omit<StoredCode, 'attempts' | 'failed' | 'lastHandedOver' | 'lastNotHandedOver'>,
): Promise<void> => {
  const values = { code_hash: Buffer.from(codeHash), attempts: 0, sent, sent_at: sentAt, expires_at: expiresAt }
  await transaction
    .insertInto('kyc_codes')
    .values({ session_id: sessionId, channel, destination_hash: destinationHash, ...values })
    .onConflict((conflict) => conflict.columns(['session_id', 'channel', 'destination_hash']).doUpdateSet(values))
    .execute()
}

export const writeCodeAttempts = async (
  transaction: Executor,
  { sessionId, channel, destinationHash }: CodeKey,
  attempts: number,
): Promise<void> => {
  await transaction
    .updateTable('kyc_codes')
    .set({ attempts })
    .where('session_id', '=', sessionId)
    .where('channel', '=', channel)
    .where('destination_hash', '=', destinationHash)
    .execute()
}

/** Notes what has become of the code of number `sent`, unless another one has taken its place: this one counts as sent then. */
export const writeFate = async (
  executor: Executor,
  { sessionId, channel, destinationHash }: CodeKey,
  { sent, fate, at }: { sent: number; fate: CodeFate; at: Date },
): Promise<void> => {
  await executor
    .updateTable('kyc_codes')
    .set({ sent_at: at, ...(fate === 'sent' ? { handed_over: sent } : { not_handed_over: sent }) })
    .$if(fate === 'failed', (update) => update.set(({ eb }) => ({ failed: eb('failed', '+', 1) })))
    .where('session_id', '=', sessionId)
    .where('channel', '=', channel)
    .where('destination_hash', '=', destinationHash)
    .where('sent', '=', sent)
    .execute()
}

/** A code is good once. */
export const deleteCodes = async (
  transaction: Executor,
  { sessionId, channel }: Omit<CodeKey, 'destinationHash'>,
): Promise<void> => {
  await transaction.deleteFrom('kyc_codes').where('session_id', '=', sessionId).where('channel', '=', channel).execute()
}

/** Forgets codes that nobody can have a session for any more, the oldest first, however they came to be left; at most `limit`. */
export const forgetOldCodes = async (executor: Executor, now: Date, limit: number): Promise<void> => {
  const before = new Date(now.getTime() - LIMITS.kycSessionHours * 3_600_000)
  await sql`
    delete from kyc_codes where (session_id, channel, destination_hash) in (
      select session_id, channel, destination_hash from kyc_codes
      where expires_at <= ${before} order by expires_at limit ${limit}::integer for update skip locked
    )
  `.execute(executor)
}
