import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** One copy per merchant and address. */
export interface PictureKey {
  readonly merchantId: string
  readonly addressHash: Buffer
}

export interface Picture {
  readonly contentType: string
  readonly content: Buffer
}

/** What was found at an address: a picture, or that there is none. */
export interface StoredPicture {
  readonly picture: Picture | null
  readonly fetchedAt: Date
}

export const findPicture = async (
  executor: Executor,
  { merchantId, addressHash }: PictureKey,
): Promise<StoredPicture | null> => {
  const row = await executor
    .selectFrom('pictures')
    .select(['content_type', 'content', 'fetched_at'])
    .where('merchant_id', '=', merchantId)
    .where('address_hash', '=', addressHash)
    .executeTakeFirst()
  if (row === undefined) return null
  const { content_type: contentType, content, fetched_at: fetchedAt } = row
  return { picture: content === null || contentType === null ? null : { contentType, content }, fetchedAt }
}

export const writePicture = async (
  executor: Executor,
  { merchantId, addressHash }: PictureKey,
  { picture, fetchedAt }: StoredPicture,
): Promise<void> => {
  const values = {
    content_type: picture?.contentType ?? null,
    content: picture?.content ?? null,
    fetched_at: fetchedAt,
  }
  await executor
    .insertInto('pictures')
    .values({ merchant_id: merchantId, address_hash: addressHash, ...values })
    .onConflict((conflict) => conflict.columns(['merchant_id', 'address_hash']).doUpdateSet(values))
    .execute()
}

/** Forgets of a merchant's copies those that were fetched first, until what is left holds `maxBytes` at most. */
export const keepNewestPictures = async (executor: Executor, merchantId: string, maxBytes: number): Promise<void> => {
  // Materialised: the order by time would be read from the index of all merchants' copies.
  await sql`
    with theirs as materialized (
      select address_hash, fetched_at, octet_length(content) as bytes from pictures where merchant_id = ${merchantId}
    )
    delete from pictures where merchant_id = ${merchantId} and address_hash = any (array(
      select address_hash from (
        select address_hash, sum(bytes) over (order by fetched_at desc, address_hash) as bytes from theirs
      ) summed where bytes > ${maxBytes}::bigint
    ))
  `.execute(executor)
}

/** Forgets what was fetched before a time. */
export const forgetPictures = async (executor: Executor, before: Date): Promise<void> => {
  await executor.deleteFrom('pictures').where('fetched_at', '<=', before).execute()
}
