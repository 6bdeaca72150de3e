-- Sign-in, audit log and request log of the dashboard, and what its lists are read by.

-- A link that signs in once. Of links and sessions only SHA-256 of 256 random bits is kept.
create table dashboard_links (
  token_hash bytea primary key,
  -- Null for an operator's.
  merchant_id uuid,
  expires_at timestamptz not null
);

create table dashboard_sessions (
  token_hash bytea primary key,
  merchant_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table dashboard_audit (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  merchant_id uuid,
  actor text not null check (actor in ('merchant', 'operator')),
  -- The first bytes of the session's hash, which say that it was the same and nothing else.
  session text not null,
  action text not null,
  subject text,
  status integer not null
);
create index dashboard_audit_merchant on dashboard_audit (merchant_id, id desc);

-- The latest API requests of each merchant, without bodies.
create table api_requests (
  id bigint primary key generated always as identity,
  at timestamptz not null,
  merchant_id uuid,
  client_id text,
  method text not null,
  route text not null,
  operation text not null,
  status integer not null,
  refused boolean not null,
  duration_ms real not null,
  request_id text not null,
  error_message text
);
create index api_requests_merchant on api_requests (merchant_id, refused, id desc);
create index api_requests_request_id on api_requests (request_id);

-- When a buyer first had the checkout in front of them.
create table intent_openings (
  intent_id uuid primary key,
  opened_at timestamptz not null
);
create index intent_openings_age on intent_openings using brin (opened_at);

alter table card_attempts add column challenged_at timestamptz;
alter table kyc_sessions add column decided_at timestamptz;
