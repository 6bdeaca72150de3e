import type { Executor } from '../db/database.ts'

interface NewRedirectToken {
  readonly tokenHash: Buffer
  readonly intentId: string
  readonly expiresAt: Date
}

export const insertRedirectToken = async (executor: Executor, token: NewRedirectToken): Promise<void> => {
  await executor
    .insertInto('redirect_tokens')
    .values({ token_hash: token.tokenHash, intent_id: token.intentId, expires_at: token.expiresAt })
    .execute()
}

/** Uses a token up. @returns whether it was good for this intent at `now`: true for one caller at most. */
export const consumeRedirectToken = async (
  executor: Executor,
  { tokenHash, intentId }: { tokenHash: Buffer; intentId: string },
  now: Date,
): Promise<boolean> => {
  const { numDeletedRows } = await executor
    .deleteFrom('redirect_tokens')
    .where('token_hash', '=', tokenHash)
    .where('intent_id', '=', intentId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Forgets tokens that nobody has used in their time. */
export const deleteExpiredTokens = async (executor: Executor, now: Date): Promise<void> => {
  await executor.deleteFrom('redirect_tokens').where('expires_at', '<=', now).execute()
}
