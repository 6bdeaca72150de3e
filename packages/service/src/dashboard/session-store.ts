import type { Executor } from '../db/database.ts'

export interface NewLink {
  readonly tokenHash: Buffer
  /** Null for an operator's. */
  readonly merchantId: string | null
  readonly expiresAt: Date
}

export const insertLink = async (executor: Executor, link: NewLink): Promise<void> => {
  await executor
    .insertInto('dashboard_links')
    .values({ token_hash: link.tokenHash, merchant_id: link.merchantId, expires_at: link.expiresAt })
    .execute()
}

/** Uses a link up. @returns null where there is none, it has been used, or its time is over. */
export const consumeLink = async (
  executor: Executor,
  tokenHash: Buffer,
  now: Date,
): Promise<{ readonly merchantId: string | null } | null> => {
  const row = await executor
    .deleteFrom('dashboard_links')
    .where('token_hash', '=', tokenHash)
    .returning(['merchant_id', 'expires_at'])
    .executeTakeFirst()
  return row === undefined || row.expires_at <= now ? null : { merchantId: row.merchant_id }
}

export interface NewSession {
  readonly tokenHash: Buffer
  readonly merchantId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export const insertSession = async (executor: Executor, session: NewSession): Promise<void> => {
  await executor
    .insertInto('dashboard_sessions')
    .values({
      token_hash: session.tokenHash,
      merchant_id: session.merchantId,
      created_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute()
}

export interface StoredSession {
  readonly merchantId: string | null
  readonly expiresAt: Date
}

/** @returns null where there is none, it was ended, or its time is over. */
export const findSession = async (executor: Executor, tokenHash: Buffer, now: Date): Promise<StoredSession | null> => {
  const row = await executor
    .selectFrom('dashboard_sessions')
    .select(['merchant_id', 'expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row === undefined ? null : { merchantId: row.merchant_id, expiresAt: row.expires_at }
}

export const deleteSession = async (executor: Executor, tokenHash: Buffer): Promise<void> => {
  await executor.deleteFrom('dashboard_sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session and every link. @returns how many sessions. */
export const deleteAllSessions = async (executor: Executor): Promise<number> => {
  await executor.deleteFrom('dashboard_links').execute()
  const { numDeletedRows } = await executor.deleteFrom('dashboard_sessions').executeTakeFirst()
  return Number(numDeletedRows)
}

/** Forgets links and sessions whose time is over. */
export const pruneSessions = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('dashboard_links').where('expires_at', '<=', now).execute()
  await executor.deleteFrom('dashboard_sessions').where('expires_at', '<=', now).execute()
}
