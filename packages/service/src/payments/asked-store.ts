import type { Executor } from '../db/database.ts'
import type { AskedRest, StoredRequest } from './asked-rules.ts'

export const findRequest = async (executor: Executor, id: string): Promise<StoredRequest | null> => {
  const row = await executor
    .selectFrom('payment_intents')
    .select([
      'item_id',
      'item_title',
      'item_description',
      'item_image_url',
      'amount',
      'currency',
      'reference',
      'buyer_id',
      'asked_rest',
    ])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const { item_description: description, item_image_url: imageUrl, buyer_id: buyerId } = row
  return {
    kept: {
      buyer: buyerId === null ? {} : { id: buyerId },
      currency: row.currency,
      item: {
        id: row.item_id,
        title: row.item_title,
        ...(description === null ? {} : { description }),
        amount: row.amount,
        ...(imageUrl === null ? {} : { image_url: imageUrl }),
      },
      reference: row.reference,
    },
    rest: row.asked_rest === null ? null : (JSON.parse(row.asked_rest) as AskedRest),
  }
}
