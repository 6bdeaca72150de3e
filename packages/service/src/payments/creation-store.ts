import { CompiledQuery } from 'kysely'
import type { OutcomeErrorCode } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import type { IntentMode } from './rules.ts'

/** The row under an idempotency key. */
export interface StoredIntent {
  readonly id: string
  readonly clientId: string
  readonly mode: IntentMode
  readonly requestHash: Buffer
  readonly errorCode: OutcomeErrorCode | null
  /** Whether this call made it. */
  readonly created: boolean
}

export interface NewIntent {
  readonly id: string
  readonly merchantId: string
  readonly clientId: string
  readonly mode: IntentMode
  readonly keyHash: Buffer
  readonly requestHash: Buffer
  readonly amount: string
  readonly currency: string
  readonly itemId: string
  readonly itemTitle: string
  readonly itemDescription: string | null
  readonly reference: string | null
  readonly buyerId: string | null
  readonly buyerHash: Buffer
  readonly createdAt: Date
  readonly expiresAt: Date
  /** What is known before the lists are read: sanctions, and the sandbox's special values. */
  readonly sanctioned: boolean
  readonly sandboxOutcome: string | null
  readonly valueHashes: readonly Buffer[]
  readonly walletHash: Buffer | null
  /** KYC is asked for past this approved amount since `rollingSince`, unless level 2 has been passed. */
  readonly kycThreshold: string
  readonly rollingSince: Date
  /** In redirect mode, what opens the hosted page once. */
  readonly redirect: { readonly tokenHash: Buffer; readonly expiresAt: Date } | null
}

interface Row {
  readonly id: string
  readonly client_id: string
  readonly mode: IntentMode
  readonly request_hash: Buffer
  readonly error_code: OutcomeErrorCode | null
}

// Idempotency, screening, the rolling amount and the insertion in one round trip. @see decisions.md §3 for the order.
// `offset 0` keeps the outcome from being worked out once more for the status.
const INSERT = `
insert into payment_intents (
  id, merchant_id, client_id, mode, key_hash, request_hash, amount, currency, item_id, item_title,
  item_description, reference, buyer_id, buyer_hash, created_at, expires_at, error_code, status, kyc_afresh
)
select
  $1::uuid, $2::uuid, $3::text, $4::text, $5::bytea, $6::bytea, $7::numeric, $8::text, $9::text, $10::text,
  $11::text, $12::text, $13::text, $14::bytea, $15::timestamptz, $16::timestamptz, error_code,
  case when error_code in ('ERR01', 'ERR03', 'ERR15') then 'Refused' else 'Created' end,
  coalesce($18::text = 'ERR06', false)
from (
  select case
    when $17::boolean then 'ERR03'
    when $18::text = 'ERR01' or exists (select 1 from bans where value_hash = any($19::bytea[])) then 'ERR01'
    when $18::text = 'ERR15' or exists (select 1 from flagged_wallets where address_hash = $20::bytea) then 'ERR15'
    when $18::text = 'ERR06' then 'ERR06'
    when $7::numeric + (
        select coalesce(sum(amount), 0) from payment_intents
        where merchant_id = $2::uuid and buyer_hash = $14::bytea and status = 'Approved' and finalised_at > $22::timestamptz
      ) > $21::numeric
      and not exists (
        select 1 from kyc_customers where merchant_id = $2::uuid and customer_hash = $14::bytea and level >= 2
      ) then 'ERR06'
  end as error_code
  offset 0
) outcome
on conflict (id) do nothing
returning id, error_code`

const INSERT_WITH_REDIRECT = `
with created as (${INSERT}), redirect as (
  insert into redirect_tokens (token_hash, intent_id, expires_at)
  select $23::bytea, id, $24::timestamptz from created
)
select id, error_code from created`

const FIND = `
select id, client_id, mode, request_hash, error_code
from payment_intents where id = $1::uuid`

export const findIntent = async (executor: Executor, id: string): Promise<StoredIntent | null> => {
  const { rows } = await executor.executeQuery<Row>(CompiledQuery.raw(FIND, [id]))
  const [row] = rows
  if (row === undefined) return null
  const { client_id: clientId, mode, request_hash: requestHash, error_code: errorCode } = row
  return { id, clientId, mode, requestHash, errorCode, created: false }
}

const insert = async (executor: Executor, intent: NewIntent): Promise<StoredIntent | null> => {
  const values = [
    intent.id,
    intent.merchantId,
    intent.clientId,
    intent.mode,
    intent.keyHash,
    intent.requestHash,
    intent.amount,
    intent.currency,
    intent.itemId,
    intent.itemTitle,
    intent.itemDescription,
    intent.reference,
    intent.buyerId,
    intent.buyerHash,
    intent.createdAt,
    intent.expiresAt,
    intent.sanctioned,
    intent.sandboxOutcome,
    intent.valueHashes,
    intent.walletHash,
    intent.kycThreshold,
    intent.rollingSince,
  ]
  const query =
    intent.redirect === null
      ? CompiledQuery.raw(INSERT, values)
      : CompiledQuery.raw(INSERT_WITH_REDIRECT, [...values, intent.redirect.tokenHash, intent.redirect.expiresAt])
  const { rows } = await executor.executeQuery<Pick<Row, 'id' | 'error_code'>>(query)
  const [row] = rows
  if (row === undefined) return null
  const { clientId, mode, requestHash } = intent
  return { id: row.id, clientId, mode, requestHash, errorCode: row.error_code, created: true }
}

/** Creates the intent under its key, or gives the row that was there first, waiting for one that is being written. */
export const createOrFind = async (executor: Executor, intent: NewIntent): Promise<StoredIntent> => {
  const stored = (await insert(executor, intent)) ?? (await findIntent(executor, intent.id))
  if (stored === null) throw new Error('An intent was neither created nor found')
  return stored
}

export interface NewRedirectToken {
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
