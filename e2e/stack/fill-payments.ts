import type { Postgres } from './postgres.ts'
import type { Credentials } from './stack.ts'

/** A time as the service writes it. */
const told = (time: string): string => `to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** More in the evening than at night, as players are. */
const payments = ({ merchant_id, client_id }: Credentials) => `
insert into payment_intents (id, merchant_id, client_id, mode, key_hash, request_hash, error_code, status, amount, currency,
  item_id, item_title, reference, buyer_id, buyer_hash, asked_rest, created_at, expires_at, finalised_at)
select gen_random_uuid(), '${merchant_id}', '${client_id}', case when nr % 6 = 0 then 'redirect' else 'widget' end, '\\x00', '\\x00',
  case when nr % 37 = 0 then 'ERR01' when nr % 41 = 0 then 'ERR15' end,
  case when nr % 37 = 0 or nr % 41 = 0 then 'Refused' when nr % 9 = 1 then 'Declined' when nr % 11 = 2 then 'Expired'
    else 'Approved' end,
  (array[4.99, 9.99, 19.99])[1 + nr % 3], 'USD', (array['coins-500', 'coins-1200', 'gems-80'])[1 + nr % 3],
  (array['Pouch of 500 coins', 'Chest of 1,200 coins', 'Bag of 80 gems'])[1 + nr % 3], 'order-' || 4000 - nr,
  'player-' || nr * 7 % 60, sha256(nr::text::bytea),
  '{"buyer":{"email":"•••"},"item":{},"body":{}}', at, at + interval '30 minutes', at + interval '95 seconds'
from generate_series(1, 420) nr,
  lateral (select now() - nr * interval '3.3 minutes' - abs(sin(nr / 40.0)) * interval '80 minutes' as at) moment`

const CARDS = `
insert into card_attempts (id, intent_id, attempt_key, brand, last_four, status, refusal_reason, created_at, check_at, finished_at)
select gen_random_uuid(), id, gen_random_uuid(), 'visa', '0171', 'refused',
  case when amount > 9 then 'insufficient_funds' else 'try_another_card' end, created_at + interval '40 seconds', created_at,
  created_at + interval '41 seconds'
from payment_intents where status = 'Declined' or (status = 'Approved' and buyer_id like '%7')
union all
select gen_random_uuid(), id, gen_random_uuid(), 'mastercard', '1471', 'approved', null,
  finalised_at - interval '2 seconds', created_at, finalised_at
from payment_intents where status = 'Approved'`

const OPENINGS = `
insert into intent_openings (intent_id, opened_at)
select id, created_at + interval '2 seconds' from payment_intents where status <> 'Refused' and buyer_id not like '%3'`

const EVENTS = `
insert into webhook_events (merchant_id, id, type, subject, body, created_at)
select merchant_id, 'evt_' || replace(id::text, '-', ''), 'payment_' || lower(status), id::text,
  json_build_object('id', 'evt_' || replace(id::text, '-', ''), 'type', 'payment_' || lower(status), 'version', '1',
    'created_at', ${told('finalised_at')}, 'data', json_build_object('payment_intent_id', id, 'status', status, 'reference', reference,
    'amount', amount::text, 'currency', currency, 'item_id', item_id, 'buyer_id', buyer_id))::text,
  date_trunc('milliseconds', finalised_at)
from payment_intents where status in ('Approved', 'Declined', 'Expired')`

const DELIVERIES = `
insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts, created_at)
select event.merchant_id, subscription.id, event.created_at, event.id, webhook_delivery_id(event.created_at), event.type,
  'delivered', case when event.id like '%3' then failed else '[]'::jsonb end || arrived, event.created_at
from webhook_events event join webhook_subscriptions subscription on subscription.merchant_id = event.merchant_id,
  lateral (select jsonb_build_array(jsonb_build_object('at', ${told("event.created_at + interval '1 second'")}, 'status_code',
      200, 'failure', null, 'duration_ms', 18 + length(event.body) % 23)) as arrived,
    jsonb_build_array(jsonb_build_object('at', ${told('event.created_at')}, 'status_code', 503, 'failure', 'http_status',
      'duration_ms', 31)) as failed) attempt`

/** A day of a shop that sells well, for pictures: written into the database, since nobody has a day. */
export const fillPayments = (postgres: Postgres, credentials: Credentials): Promise<void> =>
  postgres.run([
    payments(credentials),
    "update payment_intents set finalised_at = date_trunc('milliseconds', finalised_at)",
    CARDS,
    OPENINGS,
    EVENTS,
    DELIVERIES,
  ])
