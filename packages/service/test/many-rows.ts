import { sql } from 'kysely'
import type { Database } from '../src/db/database.ts'
import type { Platform } from '../src/platform/platform.ts'
import { sealBan, sealWallet } from '../src/screening/screen.ts'

interface Owner {
  readonly merchantId: string
  readonly clientId: string
}

/** What the rows of every table are about: the intent, its customer and its event of the same number. */
const NUMBERED = `md5('row ' || nr || $1)::uuid`

const STATEMENTS: readonly string[] = [
  `insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, error_code, status, amount,
     currency, item_id, item_title, reference, buyer_id, buyer_hash, created_at, expires_at, finalised_at)
   select ${NUMBERED}, $1::uuid, $2, case when nr % 5 = 0 then 'redirect' else 'widget' end, '\\x00', '\\x00',
     case when nr % 50 = 0 then 'ERR01' end,
     case when nr % 50 = 0 then 'Refused' when nr % 10 = 1 then 'Declined' when nr % 10 = 2 then 'Expired' else 'Approved' end,
     1 + nr % 90, 'USD', 'coins-' || nr % 7, nr % 7 || ' coins', 'order-' || nr, 'player-' || nr % 1000,
     sha256((nr % 1000)::text::bytea), $4::timestamptz - nr * interval '10 seconds',
     $4::timestamptz - nr * interval '10 seconds' + interval '30 minutes',
     $4::timestamptz - nr * interval '10 seconds' + interval '1 minute'
   from generate_series(1, $3::integer) nr`,
  `insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, created_at, check_at, finished_at)
   select ${NUMBERED}, ${NUMBERED}, gen_random_uuid(), 'visa', '1111', case when nr % 10 = 1 then 'refused' else 'approved' end,
     at, at, at
   from generate_series(1, $3::integer) nr, lateral (select $4::timestamptz - nr * interval '10 seconds' as at) moment
  `,
  `insert into intent_openings (intent_id, opened_at)
   select ${NUMBERED}, $4::timestamptz - nr * interval '10 seconds' from generate_series(1, $3::integer) nr`,
  `insert into kyc_customers (id, merchant_id, customer_hash, created_at)
   select ${NUMBERED}, $1::uuid, sha256(nr::text::bytea), $4::timestamptz
   from generate_series(1, $3::integer) nr`,
  `insert into kyc_sessions (id, merchant_id, client_id, customer_id, intent_id, external_id, level, submitted_at, outcome,
     created_at, expires_at)
   select ${NUMBERED}, $1::uuid, $2, ${NUMBERED}, ${NUMBERED}, 'player-' || nr, 2, $4::timestamptz, 'approved',
     $4::timestamptz - nr * interval '10 seconds', $4::timestamptz
   from generate_series(1, $3::integer) nr`,
  `insert into api_requests (at, merchant_id, client_id, method, route, operation, status, refused, duration_ms, request_id)
   select $4::timestamptz, $1::uuid, $2, 'POST', '/payments/v2/intent', 'createIntent', 201, nr % 2 = 0, 1, 'request-' || nr
   from generate_series(1, $3::integer) nr`,
  `insert into dashboard_audit (at, merchant_id, actor, session, action, subject, status)
   select $4::timestamptz, $1::uuid, 'merchant', $2, 'replayDelivery', null, 200 from generate_series(1, $3::integer) nr`,
]

const DELIVERIES: readonly string[] = [
  `insert into webhook_events (merchant_id, id, type, subject, body, created_at)
   select $1::uuid, 'evt_' || nr, 'payment_approved', ${NUMBERED}::text, '{"data":{}}', at
   from generate_series(1, $3::integer) nr, lateral (select $4::timestamptz - nr * interval '10 seconds' as at) moment
  `,
  `insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts, created_at)
   select $1::uuid, $2::uuid, at, 'evt_' || nr, webhook_delivery_id(at), 'payment_approved', 'delivered',
     '[{"at":"2026-01-01T00:00:00.000Z","status_code":200,"duration_ms":4,"failure":null}]', at
   from generate_series(1, $3::integer) nr, lateral (select $4::timestamptz - nr * interval '10 seconds' as at) moment
   where nr % 2 = 0`,
  `insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body, subscription_hash,
     subject_hash, step, due_at, created_at)
   select $1::uuid, $2::uuid, at, 'evt_' || nr, webhook_delivery_id(at), 'payment_approved', '{}',
     hashtextextended($2, 0), nr, 0, at, at
   from generate_series(1, $3::integer) nr, lateral (select $4::timestamptz - nr * interval '10 seconds' as at) moment
   where nr % 2 = 1`,
]

/** Fills every table that the dashboard reads with `count` rows of a merchant, one every 10 seconds back from `at`. */
export const fillMerchant = async (
  db: Database,
  { merchantId, clientId }: Owner,
  { subscriptionId, count, at }: { subscriptionId: string; count: number; at: Date },
): Promise<void> => {
  const run = (statement: string, second: string) => {
    const given = { $1: merchantId, $2: second, $3: String(count), $4: at.toISOString() }
    const text = statement.replaceAll(/\$[1-4]/g, (name) => `'${given[name as keyof typeof given]}'`)
    return sql.raw(text).execute(db)
  }
  for (const statement of STATEMENTS) await run(statement, clientId)
  for (const statement of DELIVERIES) await run(statement, subscriptionId)
  await sql`analyze`.execute(db)
}

/** Fills the operators' lists with `count` values each, one every second back from `at`. */
export const fillLists = async (
  { db, secrets }: Pick<Platform, 'db' | 'secrets'>,
  { count, at }: { count: number; at: Date },
): Promise<void> => {
  for (const [table, seal] of [
    ['bans', sealBan],
    ['flagged_wallets', sealWallet],
  ] as const) {
    const listed = Array.from({ length: count }, (_, nr) => seal(secrets, `value ${nr}`))
    await sql`
      insert into ${sql.table(table)}
      select hash, encrypted, ${at}::timestamptz - nr * interval '1 second'
      from unnest(${listed.map(({ hash }) => hash)}::bytea[], ${listed.map(({ encrypted }) => encrypted)}::bytea[])
        with ordinality given (hash, encrypted, nr)
    `.execute(db)
  }
}
