import { CompiledQuery } from 'kysely'
import type { OutcomeErrorCode } from '@coinslot/contract'
import { Batcher } from '../db/batcher.ts'
import { byteaText } from '../db/sql-connection.ts'
import type { Executor } from '../db/database.ts'
import type { IntentMode } from './request-rules.ts'

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
  readonly itemImageUrl: string | null
  readonly reference: string | null
  readonly buyerId: string | null
  readonly buyerHash: Buffer
  /** JSON of what else was asked. */
  readonly askedRest: string
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
  /** Where the receipt goes, encrypted; kept where an intent was made, and the store keeps any. */
  readonly receiptEmail: Buffer | null
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

// Idempotency, screening, the rolling amount and the insertion of many requests in one round trip. @see decisions.md §3
// for the order of the outcomes. `offset 0` keeps an outcome from being worked out once more for the status.
const ASKED = `
json_to_recordset($1::json) as asked (
  id uuid, "merchantId" uuid, "clientId" text, mode text, "keyHash" bytea, "requestHash" bytea, amount numeric,
  currency text, "itemId" text, "itemTitle" text, "itemDescription" text, "itemImageUrl" text, reference text, "buyerId" text,
  "buyerHash" bytea, "askedRest" text, "createdAt" timestamptz, "expiresAt" timestamptz, sanctioned boolean, "sandboxOutcome" text,
  "valueHashes" bytea[], "walletHash" bytea, "kycThreshold" numeric, "rollingSince" timestamptz,
  "receiptEmail" bytea, "redirectTokenHash" bytea, "redirectExpiresAt" timestamptz
)`

const INSERT = `
insert into payment_intents (
  id, merchant_id, client_id, mode, key_hash, request_hash, amount, currency, item_id, item_title,
  item_description, item_image_url, reference, buyer_id, buyer_hash, asked_rest, created_at, expires_at, error_code, status, kyc_afresh
)
select
  id, "merchantId", "clientId", mode, "keyHash", "requestHash", amount, currency, "itemId", "itemTitle",
  "itemDescription", "itemImageUrl", reference, "buyerId", "buyerHash", "askedRest", "createdAt", "expiresAt", error_code,
  case when error_code in ('ERR01', 'ERR03', 'ERR15') then 'Refused' else 'Created' end,
  coalesce("sandboxOutcome" = 'ERR06', false)
from ${ASKED}, lateral (
  select case
    when sanctioned then 'ERR03'
    when "sandboxOutcome" = 'ERR01' or exists (select 1 from bans where value_hash = any("valueHashes")) then 'ERR01'
    when "sandboxOutcome" = 'ERR15' or exists (select 1 from flagged_wallets where address_hash = "walletHash") then 'ERR15'
    when "sandboxOutcome" = 'ERR06' then 'ERR06'
    when (select level from kyc_customers where merchant_id = "merchantId" and customer_hash = "buyerHash") >= 2 then null
    when asked.amount + (
        select coalesce(sum(earlier.amount), 0) from payment_intents earlier
        where merchant_id = "merchantId" and buyer_hash = "buyerHash" and status = 'Approved'
          and finalised_at > "rollingSince"
      ) > "kycThreshold" then 'ERR06'
  end as error_code
  offset 0
) outcome
on conflict (id) do nothing
returning id, error_code`

const REDIRECT = `redirect as (
  insert into redirect_tokens (token_hash, intent_id, expires_at)
  select "redirectTokenHash", id, "redirectExpiresAt" from created join ${ASKED} using (id)
)`

const RECEIPT = `receipt as (
  insert into receipt_mails (intent_id, email_encrypted, created_at)
  select id, "receiptEmail", "createdAt" from created join ${ASKED} using (id)
  where "receiptEmail" is not null and (created.error_code is null or created.error_code = 'ERR06')
)`

const insertWith = (...parts: readonly string[]): string =>
  parts.length === 0 ? INSERT : `with created as (${INSERT}), ${parts.join(', ')} select id, error_code from created`

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

/** Half of a surrogate pair has no place in Postgres' JSON: it becomes U+FFFD, as in any text that is written as UTF-8. */
const text = (value: string | null): string | null => (value === null ? null : Buffer.from(value).toString())

/** The intent as `ASKED` reads it. */
const toAsked = ({ redirect, ...intent }: NewIntent) => ({
  ...intent,
  itemId: text(intent.itemId),
  itemTitle: text(intent.itemTitle),
  itemDescription: text(intent.itemDescription),
  itemImageUrl: text(intent.itemImageUrl),
  reference: text(intent.reference),
  buyerId: text(intent.buyerId),
  keyHash: byteaText(intent.keyHash),
  requestHash: byteaText(intent.requestHash),
  buyerHash: byteaText(intent.buyerHash),
  valueHashes: intent.valueHashes.map(byteaText),
  walletHash: intent.walletHash && byteaText(intent.walletHash),
  receiptEmail: intent.receiptEmail && byteaText(intent.receiptEmail),
  redirectTokenHash: redirect && byteaText(redirect.tokenHash),
  redirectExpiresAt: redirect && redirect.expiresAt,
})

/** Creates those intents whose keys are new; null for each other one, and for a key's second request in the batch. */
const insertBatch =
  (executor: Executor, statement: string) =>
  async (intents: readonly NewIntent[]): Promise<readonly (StoredIntent | null)[]> => {
    const first = new Map(intents.toReversed().map((intent) => [intent.id, intent]))
    // In the order of the ids, so that statements that share keys wait for each other one way only.
    const asked = [...first.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).map(toAsked)
    const query = CompiledQuery.raw(statement, [JSON.stringify(asked)])
    const { rows } = await executor.executeQuery<Pick<Row, 'id' | 'error_code'>>(query)
    const errorCodes = new Map(rows.map(({ id, error_code }) => [id, error_code]))
    return intents.map((intent) => {
      const { id, clientId, mode, requestHash } = intent
      const errorCode = errorCodes.get(id)
      if (errorCode === undefined || first.get(id) !== intent) return null
      return { id, clientId, mode, requestHash, errorCode, created: true }
    })
  }

const MAX_REQUESTS = 50

/**
 * Where intents are created.
 * @param maxRunning statements under way at once
 * @param keepsAddresses whether receipts are mailed
 */
export class IntentCreation {
  readonly #executor: Executor
  readonly #batchers: Readonly<Record<IntentMode, Batcher<NewIntent, StoredIntent | null>>>

  constructor(executor: Executor, maxRunning: number, keepsAddresses: boolean) {
    const options = { maxRunning, maxRequests: MAX_REQUESTS }
    const receipt = keepsAddresses ? [RECEIPT] : []
    this.#executor = executor
    this.#batchers = {
      widget: new Batcher(insertBatch(executor, insertWith(...receipt)), options),
      redirect: new Batcher(insertBatch(executor, insertWith(REDIRECT, ...receipt)), options),
    }
  }

  /** Creates the intent under its key, or gives the row that was there first, waiting for one that is being written. */
  async createOrFind(intent: NewIntent): Promise<StoredIntent> {
    const stored = (await this.#batchers[intent.mode].add(intent)) ?? (await findIntent(this.#executor, intent.id))
    if (stored === null) throw new Error('An intent was neither created nor found')
    return stored
  }
}
