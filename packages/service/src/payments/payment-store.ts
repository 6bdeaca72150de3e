import { type InferResult, sql } from 'kysely'
import type { Currency, OutcomeErrorCode } from '@coinslot/contract'
import { anyOf } from '../db/any-of.ts'
import type { Executor } from '../db/database.ts'
import { settleReceipts } from '../receipts/receipt-store.ts'
import type { IntentMode } from './request-rules.ts'
import type { FinalStatus, StoredStatus } from './state-rules.ts'

/** A payment intent as the buyer's session sees it. */
export interface Payment {
  readonly id: string
  readonly merchantId: string
  readonly clientId: string
  readonly mode: IntentMode
  readonly errorCode: OutcomeErrorCode | null
  readonly status: StoredStatus
  /** Decimal string with two decimals. */
  readonly amount: string
  readonly currency: Currency
  readonly itemId: string
  readonly itemTitle: string
  readonly itemDescription: string | null
  /** Where the merchant has the item's picture. */
  readonly itemImageUrl: string | null
  readonly reference: string | null
  readonly buyerId: string | null
  readonly buyerHash: Buffer
  readonly kycPassedAt: Date | null
  /** Its KYC gate knows nothing of the customer. */
  readonly kycAfresh: boolean
  readonly expiresAt: Date
}

const COLUMNS = [
  'id',
  'merchant_id',
  'client_id',
  'mode',
  'error_code',
  'status',
  'amount',
  'currency',
  'item_id',
  'item_title',
  'item_description',
  'item_image_url',
  'reference',
  'buyer_id',
  'buyer_hash',
  'kyc_passed_at',
  'kyc_afresh',
  'expires_at',
] as const

const selectPayments = (executor: Executor) => executor.selectFrom('payment_intents').select(COLUMNS)
type PaymentRow = InferResult<ReturnType<typeof selectPayments>>[number]

const toPayment = (row: PaymentRow): Payment => ({
  id: row.id,
  merchantId: row.merchant_id,
  clientId: row.client_id,
  mode: row.mode,
  errorCode: row.error_code,
  status: row.status,
  amount: row.amount,
  currency: row.currency,
  itemId: row.item_id,
  itemTitle: row.item_title,
  itemDescription: row.item_description,
  itemImageUrl: row.item_image_url,
  reference: row.reference,
  buyerId: row.buyer_id,
  buyerHash: row.buyer_hash,
  kycPassedAt: row.kyc_passed_at,
  kycAfresh: row.kyc_afresh,
  expiresAt: row.expires_at,
})

export const findPayment = async (executor: Executor, id: string): Promise<Payment | null> => {
  const row = await selectPayments(executor).where('id', '=', id).executeTakeFirst()
  return row === undefined ? null : toPayment(row)
}

/** The intent, which nobody else can change until the transaction ends. */
export const lockPayment = async (transaction: Executor, id: string): Promise<Payment> =>
  toPayment(await selectPayments(transaction).where('id', '=', id).forUpdate().executeTakeFirstOrThrow())

/** Waits until nobody changes the intent. */
export const waitForPayment = async (executor: Executor, id: string): Promise<void> => {
  await executor.selectFrom('payment_intents').select('id').where('id', '=', id).forShare().execute()
}

interface Due {
  readonly now: Date
  readonly limit: number
  /** Merchants whose intents are passed over. */
  readonly except: readonly string[]
}

/** Up to `limit` intents past their time, locked; those that another process holds are left to it. */
export const lockExpired = async (transaction: Executor, { now, limit, except }: Due): Promise<readonly Payment[]> => {
  const rows = await selectPayments(transaction)
    // Written out, as in the condition of its index: a plan kept for all values could not use the index otherwise.
    .where('status', '=', sql.lit<'Created'>('Created'))
    .where('expires_at', '<=', now)
    .where(sql<boolean>`merchant_id <> all (${except}::uuid[])`)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toPayment)
}

/** Ends intents, and with them the wait of their receipts: those of approved ones are mailed, the others' are forgotten. */
export const writeStatus = async (
  transaction: Executor,
  ids: readonly string[],
  status: FinalStatus,
  at: Date,
): Promise<void> => {
  await transaction
    .with('receipts', (within) => settleReceipts(within, ids, status === 'Approved' ? at : null))
    .updateTable('payment_intents')
    .set({ status, finalised_at: at })
    .where('id', '=', anyOf(ids))
    .execute()
}

export const writeKycPassed = async (transaction: Executor, id: string, at: Date): Promise<void> => {
  await transaction.updateTable('payment_intents').set({ kyc_passed_at: at }).where('id', '=', id).execute()
}
