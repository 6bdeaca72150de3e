import { randomUUID } from 'node:crypto'
import type { KycLevel } from '@coinslot/contract'
import type { Selectable } from 'kysely'
import type { Executor } from '../db/database.ts'
import { placeOf, type Sealed, sealedAt, type SealedColumn } from '../db/sealed.ts'
import type { KycCustomerTable } from '../db/kyc-tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { deleteUploads } from './upload-store.ts'

/** What a customer has given; each encrypted, null until it is given and, where a code goes to it, verified. */
export interface KycCustomer {
  readonly email: Sealed | null
  readonly fullName: Sealed | null
  readonly phone: Sealed | null
  readonly address: Sealed | null
  readonly documentsSubmittedAt: Date | null
  /** The highest level passed, 0 for none. */
  readonly level: number
}

/** Where something that a customer has given stands. */
export const customerPlace = (id: string, column: SealedColumn<'kyc_customers'>) =>
  placeOf('kyc_customers', column, [id])

type CustomerRow = Pick<
  Selectable<KycCustomerTable>,
  | 'id'
  | 'email_encrypted'
  | 'full_name_encrypted'
  | 'phone_encrypted'
  | 'address_encrypted'
  | 'documents_submitted_at'
  | 'level'
>

export const toCustomer = (row: CustomerRow): KycCustomer => ({
  email: sealedAt(row.email_encrypted, customerPlace(row.id, 'email_encrypted')),
  fullName: sealedAt(row.full_name_encrypted, customerPlace(row.id, 'full_name_encrypted')),
  phone: sealedAt(row.phone_encrypted, customerPlace(row.id, 'phone_encrypted')),
  address: sealedAt(row.address_encrypted, customerPlace(row.id, 'address_encrypted')),
  documentsSubmittedAt: row.documents_submitted_at,
  level: row.level,
})

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

/** A customer, and the id that everything given hangs on. */
export interface FoundCustomer {
  readonly id: string
  readonly customer: KycCustomer
}

const selectCustomers = (executor: Executor, merchantId: string) =>
  executor
    .selectFrom('kyc_customers')
    .select([
      'kyc_customers.id',
      'email_encrypted',
      'full_name_encrypted',
      'phone_encrypted',
      'address_encrypted',
      'documents_submitted_at',
      'kyc_customers.level',
    ])
    .where('kyc_customers.merchant_id', '=', merchantId)

/** The customer of a name within a merchant, where one is known. */
export const findCustomer = async (
  executor: Executor,
  merchantId: string,
  customerHash: Buffer,
): Promise<FoundCustomer | null> => {
  const row = await selectCustomers(executor, merchantId).where('customer_hash', '=', customerHash).executeTakeFirst()
  return row === undefined ? null : { id: row.id, customer: toCustomer(row) }
}

/** What a sandbox buyer who begins afresh with each intent has given, the oldest first; in production there are none. */
export const listAfresh = async (
  executor: Executor,
  merchantId: string,
  buyerHash: Buffer,
): Promise<readonly FoundCustomer[]> => {
  const rows = await selectCustomers(executor, merchantId)
    .innerJoin('kyc_sessions', 'customer_id', 'kyc_customers.id')
    .innerJoin('payment_intents', 'payment_intents.id', 'intent_id')
    .where('customer_hash', 'is', null)
    .where('buyer_hash', '=', buyerHash)
    .orderBy('kyc_customers.created_at')
    .execute()
  return rows.map((row) => ({ id: row.id, customer: toCustomer(row) }))
}

/** What a customer gives for good; what is left out stays as it is. */
interface CustomerDetails {
  readonly email?: string
  readonly fullName?: string
  readonly phone?: string
  /** JSON of a `PostalAddress`. */
  readonly address?: string
}

/** Keeps what was given, encrypted. */
export const writeCustomer = async (
  transaction: Executor,
  secrets: Secrets,
  id: string,
  { email, fullName, phone, address }: CustomerDetails,
): Promise<void> => {
  const sealed = (value: string | undefined, column: SealedColumn<'kyc_customers'>) =>
    value === undefined ? undefined : secrets.encrypt(value, customerPlace(id, column))
  await transaction
    .updateTable('kyc_customers')
    .set({
      email_encrypted: sealed(email, 'email_encrypted'),
      full_name_encrypted: sealed(fullName, 'full_name_encrypted'),
      phone_encrypted: sealed(phone, 'phone_encrypted'),
      address_encrypted: sealed(address, 'address_encrypted'),
    })
    .where('id', '=', id)
    .execute()
}

export const markDocumentsSubmitted = async (transaction: Executor, id: string, at: Date): Promise<void> => {
  await transaction.updateTable('kyc_customers').set({ documents_submitted_at: at }).where('id', '=', id).execute()
}

/** Raises a customer's level to one that was approved. */
export const raiseLevel = async (transaction: Executor, id: string, level: KycLevel): Promise<void> => {
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
    .set(({ eb }) => ({
      ...(keepIdentity ? {} : { full_name_encrypted: null, phone_encrypted: null }),
      address_encrypted: null,
      documents_submitted_at: null,
      rejections: eb('rejections', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await deleteUploads(transaction, id)
}
