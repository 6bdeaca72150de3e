import { sql } from 'kysely'
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

export interface NewSession {
  readonly tokenHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Of the session that it takes the place of in its browser, which ends; null where there is none. */
  readonly earlierHash: Buffer | null
}

/**
 * Uses a link up, for a session of the same merchant: at once, so that whoever ends all of both finds one of them.
 * @returns whether it opened; false where there is none, it has been used, or its time is over.
 */
export const exchangeLink = async (
  executor: Executor,
  linkHash: Buffer,
  { tokenHash, createdAt, expiresAt, earlierHash }: NewSession,
): Promise<boolean> => {
  const { rows } = await sql`
    with link as (
      delete from dashboard_links where token_hash = ${linkHash} returning merchant_id, expires_at
    ), opened as (
      select merchant_id from link where expires_at > ${createdAt}::timestamptz
    ), ended as (
      delete from dashboard_sessions using opened where token_hash = ${earlierHash}::bytea
    )
    insert into dashboard_sessions (token_hash, merchant_id, created_at, expires_at)
    select ${tokenHash}::bytea, merchant_id, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    from opened
    returning 1
  `.execute(executor)
  return rows.length > 0
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
