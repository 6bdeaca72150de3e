import { sql } from 'kysely'
import { anyOf } from '../db/any-of.ts'
import type { Executor } from '../db/database.ts'
import { findCustomer, listAfresh } from './customer-store.ts'
import { deleteUploads } from './upload-store.ts'

/** Customers whom nobody else can find, or begin a check of, until the transaction ends: the one of a name, and as whom it began afresh. */
export const lockCustomers = async (
  transaction: Executor,
  merchantId: string,
  customerHash: Buffer,
): Promise<readonly string[]> => {
  const named = await findCustomer(transaction, merchantId, customerHash)
  const afresh = await listAfresh(transaction, merchantId, customerHash)
  const ids = [...(named === null ? [] : [named]), ...afresh].map(({ id }) => id)
  const rows = await transaction
    .selectFrom('kyc_customers')
    .select('id')
    .where('merchant_id', '=', merchantId)
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether a check of a customer can still be gone on with, is not decided, or has a file on its way, which it alone leads to. */
export const hasOpenCheck = async (transaction: Executor, customerId: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select from kyc_sessions where customer_id = ${customerId} and (upload_id is not null or
      (outcome is null or outcome = 'pending') and (submitted_at is not null or expires_at > ${now})) limit 1
  `.execute(transaction)
  return rows.length > 0
}

/** Deletes a customer with everything that was given, in whichever check. @returns how many checks there were */
export const deleteCustomer = async (transaction: Executor, customerId: string): Promise<number> => {
  await deleteUploads(transaction, customerId)
  await transaction
    .deleteFrom('kyc_codes')
    .where('session_id', 'in', (query) =>
      query.selectFrom('kyc_sessions').select('id').where('customer_id', '=', customerId),
    )
    .execute()
  // Links for the phone go with their checks.
  const checks = await transaction.deleteFrom('kyc_sessions').where('customer_id', '=', customerId).executeTakeFirst()
  await transaction.deleteFrom('kyc_customers').where('id', '=', customerId).execute()
  return Number(checks.numDeletedRows)
}
