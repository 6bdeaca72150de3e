import { createHash } from 'node:crypto'
import type { Executor } from '../db/database.ts'
import type { Picture } from './picture-store.ts'

export interface Logo {
  /** Where the merchant has it. */
  readonly address: string
  readonly picture: Picture
  readonly fetchedAt: Date
}

/** Keeps a merchant's logo in place of the one before, until it gives another. */
export const writeLogo = async (
  executor: Executor,
  merchantId: string,
  { address, picture: { contentType, content }, fetchedAt }: Logo,
): Promise<void> => {
  const digest = createHash('sha256').update(content).digest('base64url')
  const values = { address, digest, content_type: contentType, content, fetched_at: fetchedAt }
  await executor
    .insertInto('merchant_logos')
    .values({ merchant_id: merchantId, ...values })
    .onConflict((conflict) => conflict.column('merchant_id').doUpdateSet(values))
    .execute()
}

export const deleteLogo = async (executor: Executor, merchantId: string): Promise<void> => {
  await executor.deleteFrom('merchant_logos').where('merchant_id', '=', merchantId).execute()
}

/** @param digest of the content, as profiles of merchants name it. */
export const findLogo = async (executor: Executor, digest: string): Promise<Picture | null> => {
  const row = await executor
    .selectFrom('merchant_logos')
    .select(['content_type', 'content'])
    .where('digest', '=', digest)
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { contentType: row.content_type, content: row.content }
}
