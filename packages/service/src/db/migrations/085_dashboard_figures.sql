-- compatible since 083_merchant_profiles.sql
-- What the dashboard's overview shows is counted once for each hour that is over.

-- Intents of an hour (UTC) in which none is open any more, so that nothing of it changes.
create table intent_hours (
  merchant_id uuid not null,
  at timestamptz not null,
  status text not null,
  -- Empty for those without.
  error_code text not null,
  currency text not null,
  intents integer not null,
  amount numeric(16, 2) not null,
  primary key (merchant_id, at, status, error_code, currency)
);

-- How far the hours of a merchant have been counted: all that was created before.
create table intent_hours_until (
  merchant_id uuid primary key,
  until timestamptz not null
);

create index dashboard_links_expiry on dashboard_links (expires_at);
create index dashboard_sessions_expiry on dashboard_sessions (expires_at);
