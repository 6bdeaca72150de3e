-- What is still to be delivered stands in a small table of its own, the queue; what has ended, and the events, in one
-- partition for each day (UTC) of the events, which is dropped whole when it is old. Every key begins with the merchant.

alter table webhook_events rename to webhook_events_before;
alter table webhook_deliveries rename to webhook_deliveries_before;
alter index webhook_events_pkey rename to webhook_events_before_pkey;
alter index webhook_events_merchant rename to webhook_events_before_merchant;
alter index webhook_events_age rename to webhook_events_before_age;
alter index webhook_deliveries_pkey rename to webhook_deliveries_before_pkey;

alter table webhook_deliveries_before drop constraint webhook_deliveries_subscription_id_fkey;
alter table webhook_keys drop constraint webhook_keys_subscription_id_fkey;
-- While it has its key: under a publication of all tables nothing without one can be updated.
alter table webhook_keys add column merchant_id uuid;
update webhook_keys set merchant_id = subscription.merchant_id
  from webhook_subscriptions subscription where subscription.id = subscription_id;
alter table webhook_keys drop constraint webhook_keys_pkey;
alter table webhook_subscriptions drop constraint webhook_subscriptions_pkey;
alter table webhook_subscriptions drop constraint webhook_subscriptions_merchant_id_fkey;
alter table webhook_subscriptions add primary key (merchant_id, id);
alter table webhook_keys alter column merchant_id set not null;
drop index webhook_keys_subscription;
drop index webhook_keys_current;
alter table webhook_keys add primary key (merchant_id, subscription_id, id);
alter table webhook_keys add foreign key (merchant_id, subscription_id) references webhook_subscriptions on delete cascade;
create unique index webhook_keys_current on webhook_keys (merchant_id, subscription_id) where expires_at is null;
create index webhook_keys_expiry on webhook_keys (expires_at) where expires_at is not null;

create table webhook_events (
  merchant_id uuid not null,
  id text not null,
  type text not null,
  -- Events about one thing (an intent, a KYC session) keep their order.
  subject text not null,
  -- The body exactly as it is signed and sent.
  body text not null,
  -- In whole milliseconds.
  created_at timestamptz not null,
  primary key (merchant_id, created_at, id)
) partition by range (created_at);
create index webhook_events_age on webhook_events (created_at, id);

-- Whatever the planner believes of this table, which it mostly sees empty, each statement can use one index and no other:
-- by its primary key a row is found; by the hash of the subscription what is due; by the hash of the subject what is ahead.
create table webhook_queue (
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_at timestamptz not null,
  event_id text not null,
  -- The delivery's, which holds the time of the event.
  id uuid not null,
  event_type text not null,
  body text not null,
  subscription_hash bigint not null,
  -- Of subscription and subject: deliveries that share it keep their order.
  subject_hash bigint not null,
  -- Attempts since it was created or last replayed.
  step integer not null,
  -- When it is to be attempted next.
  due_at timestamptz not null,
  -- The worker that has it in its hands, and until when it is left to that worker. Neither is indexed, so that taking a
  -- delivery touches no index.
  lease uuid,
  leased_until timestamptz,
  attempts jsonb not null default '[]',
  created_at timestamptz not null,
  primary key (merchant_id, subscription_id, event_at, event_id)
) with (
  fillfactor = 70,
  autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_cost_delay = 0
);
create index webhook_queue_due on webhook_queue (subscription_hash, due_at);
create index webhook_queue_subject on webhook_queue (subject_hash, event_at, event_id) where step = 0;

create table webhook_deliveries (
  merchant_id uuid not null,
  subscription_id uuid not null,
  event_at timestamptz not null,
  event_id text not null,
  id uuid not null,
  event_type text not null,
  status text not null check (status in ('delivered', 'failed')),
  attempts jsonb not null,
  created_at timestamptz not null,
  primary key (merchant_id, subscription_id, event_at, event_id)
) partition by range (event_at);
create index webhook_deliveries_failed on webhook_deliveries (merchant_id, subscription_id, event_at, event_id)
  where status = 'failed';

-- For days that have no partition of their own: rows here are deleted one by one.
create table webhook_events_default partition of webhook_events default;
create table webhook_deliveries_default partition of webhook_deliveries default;

-- Who writes waits while a day is added: a row on its way to the default partition would be refused by the new bounds.
create function webhook_create_day(day date) returns void language plpgsql set lock_timeout = '2s' as $$
declare
  parent text;
  name text;
begin
  if to_regclass('webhook_deliveries' || to_char(day, '_YYYYMMDD')) is not null then
    return;
  end if;
  lock table webhook_events, webhook_deliveries in share row exclusive mode;
  foreach parent in array array['webhook_events', 'webhook_deliveries'] loop
    name := parent || to_char(day, '_YYYYMMDD');
    continue when to_regclass(name) is not null;
    execute format('create table %I (like %I including all)', name, parent);
    execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name,
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;

-- A UUID of version 7: the milliseconds of a time, then chance.
create function webhook_delivery_id(event_at timestamptz) returns uuid language sql volatile as $$
  select overlay(gen_random_uuid()::text placing substr(ms, 1, 8) || '-' || substr(ms, 9, 4) || '-7' from 1 for 15)::uuid
  from lpad(to_hex(floor(extract(epoch from event_at) * 1000)::bigint), 12, '0') as ms
$$;

select webhook_create_day(day::date) from generate_series(
  greatest(
    (select least(min(created_at), now()) from webhook_events_before) at time zone 'UTC',
    (now() - interval '40 days') at time zone 'UTC'
  )::date,
  (now() at time zone 'UTC')::date + 7,
  interval '1 day'
) as day;

insert into webhook_events (merchant_id, id, type, subject, body, created_at)
select merchant_id, id, type, subject, body, date_trunc('milliseconds', created_at) from webhook_events_before;

insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
  subscription_hash, subject_hash, step, due_at, attempts, created_at)
select event.merchant_id, subscription_id, date_trunc('milliseconds', event.created_at), event.id,
  webhook_delivery_id(event.created_at), event.type, event.body,
  hashtextextended(subscription_id::text, 0), hashtextextended(subscription_id || ' ' || event.subject, 0), step, due_at, attempts, delivery.created_at
from webhook_deliveries_before delivery join webhook_events_before event on event.id = delivery.event_id
where status = 'pending';

insert into webhook_deliveries (merchant_id, subscription_id, event_at, event_id, id, event_type, status, attempts, created_at)
select event.merchant_id, subscription_id, date_trunc('milliseconds', event.created_at), event.id,
  webhook_delivery_id(event.created_at), event.type, status, attempts, delivery.created_at
from webhook_deliveries_before delivery join webhook_events_before event on event.id = delivery.event_id
where status <> 'pending';

drop table webhook_deliveries_before, webhook_events_before;

-- What a subscription is still to be given of the past, worked off in the background: a row that is there is unfinished.
create table webhook_backfills (
  merchant_id uuid not null,
  subscription_id uuid not null,
  -- 'resume' after it was enabled: new events line up behind; 'replay' on request.
  kind text not null check (kind in ('resume', 'replay')),
  since timestamptz not null,
  started_at timestamptz not null,
  -- How far it has come: what was waiting before (until walked_at is null), then the events.
  walked_at timestamptz,
  walked_id text not null default '',
  reached_at timestamptz not null,
  reached_id text not null default '',
  queued integer not null default 0,
  primary key (merchant_id, subscription_id),
  foreign key (merchant_id, subscription_id) references webhook_subscriptions on delete cascade
);

-- While it is true, events are not lined up when they are recorded, but by the backfill.
alter table webhook_subscriptions add column is_catching_up boolean not null default false;
