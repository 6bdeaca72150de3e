import { randomUUID } from 'node:crypto'
import type { Executor } from '../db/database.ts'
import { deleteUploads } from './upload-store.ts'

/** Finds the customer of a name within a merchant, or makes one; a null hash always makes one. */
export const findOrCreateCustomer = async (
  executor: Executor,
  merchantId: string,
  customerHash: Buffer | null,
  at: Date,
): Promise<string> => {
  const { id } = await executor
    .insertInto('kyc_customers')
    .values({ id: randomUUID(), merchant_id: merchantId, customer_hash: customerHash, created_at: at })
    // An update that changes nothing, so that the row is returned in either case.
    .onConflict((conflict) =>
      conflict.columns(['merchant_id', 'customer_hash']).doUpdateSet({ merchant_id: merchantId }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What a customer gives for good; encrypted. */
export interface CustomerDetails {
  readonly email_encrypted?: Buffer
  readonly full_name_encrypted?: Buffer
  readonly phone_encrypted?: Buffer
  readonly address_encrypted?: Buffer
  readonly documents_submitted_at?: Date
}

export const writeCustomer = async (transaction: Executor, id: string, details: CustomerDetails): Promise<void> => {
  await transaction.updateTable('kyc_customers').set(details).where('id', '=', id).execute()
}

export const raiseLevel = async (transaction: Executor, id: string, level: number): Promise<void> => {
  await transaction
    .updateTable('kyc_customers')
    .set({ level })
    .where('id', '=', id)
    .where('level', '<', level)
    .execute()
}

/**
 * Forgets what was rejected, so that a later session asks for it again. The verified e-mail address stays, and so do
 * name and number where a level that asks for them has been passed.
 */
export const forgetRejected = async (
  transaction: Executor,
  { id, keepIdentity }: { readonly id: string; readonly keepIdentity: boolean },
): Promise<void> => {
  await transaction
    .updateTable('kyc_customers')
    .set({
      ...(keepIdentity ? {} : { full_name_encrypted: null, phone_encrypted: null }),
      address_encrypted: null,
      documents_submitted_at: null,
    })
    .where('id', '=', id)
    .execute()
  await deleteUploads(transaction, id)
}
