import { type QueryCreator, sql } from 'kysely'
import { dueIds } from '../db/due-ids.ts'
import { anyOf } from '../db/any-of.ts'
import type { Executor } from '../db/database.ts'
import { placeOf, type Sealed } from '../db/sealed.ts'
import type { Tables } from '../db/tables.ts'
import { PUT_OFF_WITHIN_MS } from './receipt-rules.ts'

/** Where the address of a payment's receipt stands. */
export const receiptPlace = (intentId: string) => placeOf('receipt_mails', 'email_encrypted', [intentId])

export interface NewReceiptMail {
  readonly intentId: string
  /** Encrypted. */
  readonly email: Buffer
  readonly language: string | null
  readonly at: Date
}

/** Keeps where the receipt of a payment goes that can still be paid; the address that was kept first stands. */
export const keepReceiptAddress = async (
  executor: Executor,
  { intentId, email, language, at }: NewReceiptMail,
): Promise<void> => {
  // The lock waits for who is just ending the payment: nothing is kept then that nobody would forget.
  await sql`
    insert into receipt_mails (intent_id, email_encrypted, language, created_at)
    select id, ${email}, ${language}, ${at}::timestamptz from payment_intents
    where id = ${intentId}::uuid and status = 'Created' for share
    on conflict do nothing
  `.execute(executor)
}

/** Notes the language that the buyer pays in; the last one that is known stands. @returns whether an address is kept. */
export const noteReceiptLanguage = async (
  executor: Executor,
  intentId: string,
  language: string | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('receipt_mails')
    .set((eb) => ({ language: language ?? eb.ref('language') }))
    .where('intent_id', '=', intentId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Makes the receipts of payments that end due where they were approved, and forgets them otherwise. Part of a statement. */
export const settleReceipts = (within: QueryCreator<Tables>, intentIds: readonly string[], approvedAt: Date | null) =>
  approvedAt === null
    ? within.deleteFrom('receipt_mails').where('intent_id', '=', anyOf(intentIds))
    : within.updateTable('receipt_mails').set({ due_at: approvedAt }).where('intent_id', '=', anyOf(intentIds))

/** A receipt that its taker alone mails, until the lease ends. */
export interface DueReceipt {
  readonly intentId: string
  readonly email: Sealed
  readonly language: string | null
  /** This one included. */
  readonly tries: number
}

/** Up to `limit` receipts that are due, each put off to the end of the lease, so that one process mails it. */
export const takeDueReceipts = async (
  executor: Executor,
  { now, leaseUntil, limit }: { now: Date; leaseUntil: Date; limit: number },
): Promise<readonly DueReceipt[]> => {
  const due = dueIds({
    table: 'receipt_mails',
    id: 'intent_id',
    at: 'due_at',
    now,
    putOffWithinMs: PUT_OFF_WITHIN_MS,
    limit,
  })
  const { rows } = await sql<{ intent_id: string; email_encrypted: Buffer; language: string | null; tries: number }>`
    update receipt_mails set due_at = ${leaseUntil}::timestamptz, tries = tries + 1
    where intent_id = any (array(${due}))
    returning intent_id, email_encrypted, language, tries
  `.execute(executor)
  return rows.map(({ intent_id: intentId, email_encrypted: bytes, language, tries }) => ({
    intentId,
    email: { bytes, place: receiptPlace(intentId) },
    language,
    tries,
  }))
}

/** Tries again later, unless the lease has ended and somebody else has taken it. */
export const putOffReceipt = async (
  executor: Executor,
  { intentId, tries }: Pick<DueReceipt, 'intentId' | 'tries'>,
  dueAt: Date,
): Promise<void> => {
  await executor
    .updateTable('receipt_mails')
    .set({ due_at: dueAt })
    .where('intent_id', '=', intentId)
    .where('tries', '=', tries)
    .execute()
}

/** Forgets an address for good. */
export const forgetReceipt = async (executor: Executor, intentId: string): Promise<void> => {
  await executor.deleteFrom('receipt_mails').where('intent_id', '=', intentId).execute()
}

/** Forgets addresses kept since before a time. @returns how many of them were due. */
export const forgetOldReceipts = async (executor: Executor, before: Date): Promise<number> => {
  const { rows } = await sql<{ due: number }>`
    with forgotten as (delete from receipt_mails where created_at <= ${before}::timestamptz returning due_at)
    select count(due_at)::integer as due from forgotten
  `.execute(executor)
  return rows[0]?.due ?? 0
}

/** What a receipt tells. */
export interface ReceiptFacts {
  readonly intentId: string
  readonly itemTitle: string
  /** Decimal string with two decimals. */
  readonly amount: string
  readonly currency: string
  readonly merchant: string
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** Null where it was not paid by a card. */
  readonly card: { readonly brand: string; readonly lastFour: string } | null
  /** The merchant's own, where it gave one. */
  readonly reference: string | null
  readonly paidAt: Date
}

const selectFacts = (executor: Executor, intentId: string) =>
  executor
    .selectFrom('payment_intents as intent')
    .innerJoin('merchants', 'merchants.id', 'intent.merchant_id')
    .leftJoin('card_attempts as attempt', (join) =>
      join.onRef('attempt.intent_id', '=', 'intent.id').on('attempt.status', '=', 'approved'),
    )
    .select((eb) => [
      'item_title',
      'amount',
      'currency',
      'reference',
      'terms_url',
      'privacy_url',
      'brand',
      'last_four',
      eb.fn.coalesce('display_name', 'merchants.name').as('merchant'),
      eb.fn.coalesce('finished_at', 'finalised_at').as('paid_at'),
    ])
    .where('intent.id', '=', intentId)
    .where('intent.status', '=', 'Approved')

/** The facts of an approved payment; null for any other. */
export const findReceiptFacts = async (executor: Executor, intentId: string): Promise<ReceiptFacts | null> => {
  const row = await selectFacts(executor, intentId).executeTakeFirst()
  if (row === undefined || row.paid_at === null) return null
  return {
    intentId,
    itemTitle: row.item_title,
    amount: row.amount,
    currency: row.currency,
    merchant: row.merchant,
    termsUrl: row.terms_url,
    privacyUrl: row.privacy_url,
    card: row.brand === null || row.last_four === null ? null : { brand: row.brand, lastFour: row.last_four },
    reference: row.reference,
    paidAt: row.paid_at,
  }
}
