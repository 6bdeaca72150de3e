import { sql } from 'kysely'
import { subscriptionSchema } from '@coinslot/contract'
import type { Database } from '../src/db/database.ts'
import type { TestService } from './harness.ts'
import { fillLists, fillMerchant } from './many-rows.ts'

/** Tables that hold little however long the service runs, and why. All others grow. */
const STAYS_SMALL: Readonly<Record<string, string>> = {
  merchants: 'made by hand',
  clients: 'made by hand, a few for each merchant',
  merchant_logos: 'one for each merchant',
  webhook_subscriptions: 'made by hand, at most 20 for each merchant',
  webhook_keys: 'two for each subscription',
  webhook_backfills: 'one for each subscription that is catching up',
  signing_keys: 'one for each rotation',
  migrations: 'one for each migration',
  deployment: 'one row',
  secrets_state: 'one row',
  readiness: 'one row',
  shared_files: 'the files of a few versions',
}

/** The rest of what a payment, a check and a visit leave, beside what `fillMerchant` writes; one row for each number. */
const REST: readonly string[] = [
  `insert into redirect_tokens select sha256(id::text::bytea), id, expires_at from payment_intents`,
  `insert into sandbox_authorisations (reference, outcome, created_at) select id, 'approved', created_at from card_attempts`,
  // One of a hundred is due, and mailed: the rest are of buyers who have not paid.
  `insert into receipt_mails (intent_id, email_encrypted, created_at, due_at)
   select id, '\\x00', created_at, case when reference like '%03' then created_at end from payment_intents`,
  `insert into kyc_codes (session_id, channel, destination_hash, code_hash, sent, sent_at, expires_at)
   select id, 'email', '\\x00', '\\x00', 1, created_at, expires_at from kyc_sessions`,
  `insert into kyc_uploads (customer_id, kind, content_type, uploaded_at, upload_id)
   select id, 'selfie', 'image/png', created_at, id from kyc_customers`,
  `insert into kyc_upload_pieces select id, 0, '\\x00' from kyc_customers`,
  `insert into kyc_handovers (session_id, id, opens_until, ends_at)
   select id, id, created_at, expires_at + interval '1 year' from kyc_sessions`,
  `insert into pictures (merchant_id, address_hash, fetched_at)
   select merchant_id, sha256(id::text::bytea), created_at + interval '1 year' from payment_intents`,
  `insert into intent_hours select merchant_id, created_at, status, '', currency, 1, amount from payment_intents`,
  `insert into code_tallies (key, hours, opened_at, sent, wrong)
   select sha256(id::text::bytea), 24, created_at + interval '1 year', 1, 0 from kyc_sessions`,
  `insert into dashboard_links select sha256(id::text::bytea), merchant_id, expires_at + interval '1 year' from payment_intents`,
  `insert into dashboard_sessions select sha256(id::text::bytea), merchant_id, created_at, expires_at + interval '1 year'
   from payment_intents`,
]

/**
 * What no statement may walk from end to end: tables that grow, and indexes of all their rows. An index of a part of them
 * may be, such as that of the payments under way, and what is empty, such as the days to come.
 */
export const listGrowing = async (db: Database): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    with growing as (
      select oid, relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and reltuples > 0
        and coalesce((select inhparent from pg_inherits where inhrelid = pg_class.oid), oid)::regclass::text
          <> all (${Object.keys(STAYS_SMALL)}::text[])
    )
    select name from growing
    union all
    select indexrelid::regclass::text from pg_index join growing on oid = indrelid where indpred is null
  `.execute(db)
  return new Set(rows.map(({ name }) => name))
}

/** Fills every table that grows with the rows of `count` payments of the first merchant and of a quarter as many of another. */
export const growDatabase = async (service: TestService, count: number): Promise<void> => {
  const { db } = service.deps
  const at = service.clock.now()
  await fillLists(service.deps, { count, at })
  for (const [merchant, rows] of [
    [service.merchant, count],
    [await service.createMerchant(), count / 4],
  ] as const) {
    const rest = { token: merchant.token }
    const answer = await service.post('/notifications/v1/subscriptions', { endpoint: 'http://127.0.0.1:9/' }, rest)
    const { id: subscriptionId } = answer.data(subscriptionSchema)
    await service.post(`/notifications/v1/subscriptions/${subscriptionId}/disable`, {}, rest)
    await fillMerchant(db, merchant, { subscriptionId, count: rows, at })
  }
  for (const statement of REST) await sql.raw(statement).execute(db)
  await sql`analyze`.execute(db)
}
