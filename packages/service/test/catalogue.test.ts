import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from './databases.ts'

/** Tables that hold nothing of a merchant's. */
const OF_NO_MERCHANT: Readonly<Record<string, string>> = {
  merchants: 'the merchants themselves',
  bans: 'the operator’s list, for all merchants',
  flagged_wallets: 'the operator’s list, for all merchants',
  signing_keys: 'the service’s own keys',
  migrations: 'about the database',
  deployment: 'about the database',
  secrets_state: 'about the database',
  readiness: 'about the database',
  shared_files: 'the service’s own pages',
}

const INTENT = 'named by the intent, whose id holds 128 bits of a keyed hash of merchant and key'
const CHECK = 'named by the identity check or its customer, which have random ids'
const TOKEN = 'found by a secret of 256 bits, before it is known whose it is'
const ORDINAL = 'numbered as rows are written; found by an index that begins with the merchant'
const CLIENT = 'a client presents its id before it is known whose it is; a small table, to be kept whole on every node'

/**
 * What does not begin with the merchant, and why it may stay: ids are random and unique without a check across merchants.
 * A database that distributes by merchant has to have these made anew, with the merchant in front.
 */
const WITHOUT_MERCHANT: Readonly<Record<string, string>> = {
  payment_intents_pkey: INTENT,
  redirect_tokens_pkey: TOKEN,
  redirect_tokens_intent_id_fkey: INTENT,
  card_attempts_pkey: 'the reference by which the acquirer knows it: random',
  card_attempts_active: INTENT,
  card_attempts_intent_id_attempt_key_key: INTENT,
  card_attempts_intent_id_fkey: INTENT,
  sandbox_authorisations_pkey: 'the acquirer of the sandbox: it knows no merchant',
  intent_openings_pkey: INTENT,
  receipt_mails_pkey: INTENT,
  receipt_mails_intent_id_fkey: INTENT,
  kyc_customers_pkey: CHECK,
  kyc_sessions_pkey: CHECK,
  kyc_sessions_customer_id_fkey: CHECK,
  kyc_sessions_intent_id_key: INTENT,
  kyc_sessions_intent_id_fkey: INTENT,
  kyc_sessions_client_id_fkey: CLIENT,
  kyc_codes_pkey: CHECK,
  kyc_codes_session_id_fkey: CHECK,
  kyc_uploads_pkey: CHECK,
  kyc_uploads_customer_id_fkey: CHECK,
  kyc_upload_pieces_pkey: CHECK,
  kyc_handovers_pkey: CHECK,
  kyc_handovers_id_key: CHECK,
  kyc_handovers_session_id_fkey: CHECK,
  code_tallies_pkey: 'a keyed hash; one of its kinds counts a mailbox or a number across all merchants',
  clients_pkey: CLIENT,
  dashboard_links_pkey: TOKEN,
  dashboard_sessions_pkey: TOKEN,
  dashboard_audit_pkey: ORDINAL,
  api_requests_pkey: ORDINAL,
}

interface Rule {
  readonly table: string
  readonly name: string
  readonly first: string
}

let database: TestDatabase
let rules: readonly Rule[]

beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await sql<Rule>`
    select owner.relname as table, rule.name, attname as first from (
      select indrelid as place, indexrelid::regclass::text as name, indkey[0] as column from pg_index where indisunique
      union all
      select conrelid, conname, conkey[1] from pg_constraint where contype = 'f'
    ) rule
    join pg_class owner on owner.oid = place and not owner.relispartition
      and owner.relnamespace = current_schema()::regnamespace
    left join pg_attribute on attrelid = place and attnum = rule.column
  `.execute(database.db)
  rules = rows
})
afterAll(() => database.close())

test('every unique index and foreign key of a merchant’s data begins with the merchant, or is listed with its reason', () => {
  const others = rules.filter(({ table, first }) => !(table in OF_NO_MERCHANT) && first !== 'merchant_id')
  expect(others.map(({ name }) => name).toSorted()).toEqual(Object.keys(WITHOUT_MERCHANT).toSorted())
})

test('every table without a merchant is still there', () => {
  const tables = new Set(rules.map(({ table }) => table))
  expect(Object.keys(OF_NO_MERCHANT).filter((table) => !tables.has(table))).toEqual([])
})
