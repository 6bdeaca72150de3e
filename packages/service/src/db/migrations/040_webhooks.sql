-- Webhook subscriptions, the outbox of events, and their deliveries, which are the queue as well.

create table webhook_subscriptions (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  description text not null,
  endpoint text not null,
  status text not null check (status in ('enabled', 'disabled')),
  -- Since when it is disabled: what happens from then on is missed, and made up for when it is enabled.
  disabled_at timestamptz,
  -- The first failed attempt after which none succeeded.
  failing_since timestamptz,
  created_at timestamptz not null,
  check ((status = 'disabled') = (disabled_at is not null))
);

create index webhook_subscriptions_merchant on webhook_subscriptions (merchant_id, created_at);

-- One key per subscription has no expires_at; those it replaced sign until theirs.
create table webhook_keys (
  id uuid primary key,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  key_encrypted bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz
);

create index webhook_keys_subscription on webhook_keys (subscription_id);
create unique index webhook_keys_current on webhook_keys (subscription_id) where expires_at is null;

create table webhook_events (
  id text primary key,
  seq bigint generated always as identity,
  merchant_id uuid not null references merchants,
  type text not null,
  -- Events about one thing (an intent, a KYC session) keep their order.
  subject text not null,
  -- The body exactly as it is signed and sent.
  body text not null,
  created_at timestamptz not null
);

create index webhook_events_merchant on webhook_events (merchant_id, created_at);
create index webhook_events_age on webhook_events (created_at);

create table webhook_deliveries (
  id uuid primary key,
  seq bigint generated always as identity,
  subscription_id uuid not null references webhook_subscriptions on delete cascade,
  event_id text not null references webhook_events on delete cascade,
  -- One subject towards one subscription: deliveries in a lane keep their order.
  lane text not null,
  event_type text not null,
  status text not null check (status in ('pending', 'delivered', 'failed')),
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
  unique (event_id, subscription_id)
) with (fillfactor = 70);

create index webhook_deliveries_due on webhook_deliveries (subscription_id, due_at) where status = 'pending';
create index webhook_deliveries_lane on webhook_deliveries (lane, seq) where status = 'pending' and step = 0;
create index webhook_deliveries_newest on webhook_deliveries (subscription_id, seq desc);
