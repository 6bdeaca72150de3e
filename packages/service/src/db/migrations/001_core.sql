-- Merchants, their clients, and payment intents. Times are written by the service's clock, never by the database's.
-- *_hash columns are HMAC-SHA-256 under the service's secret key unless said otherwise; *_encrypted are AES-256-GCM.

create table merchants (
  id uuid primary key,
  name text not null,
  payments_enabled boolean not null default true,
  compliance_enabled boolean not null default true,
  amount_min numeric(8, 2) not null default 0.01,
  amount_max numeric(8, 2) not null default 999999.99,
  -- Approved amount per buyer in a rolling 24 hours, past which KYC is asked for.
  kyc_threshold numeric(12, 2) not null default 500.00,
  created_at timestamptz not null
);

create table clients (
  id text primary key,
  merchant_id uuid not null references merchants,
  -- SHA-256: the secret is 256 random bits, which no dictionary holds.
  secret_hash bytea not null,
  permissions text[] not null,
  origins text[] not null,
  return_url text,
  disabled_at timestamptz,
  created_at timestamptz not null
);

create table signing_keys (
  kid text primary key,
  public_jwk jsonb not null,
  private_jwk_encrypted bytea not null,
  created_at timestamptz not null,
  retired_at timestamptz
);

create table bans (
  value_hash bytea primary key,
  value_encrypted bytea not null,
  created_at timestamptz not null
);

create table flagged_wallets (
  address_hash bytea primary key,
  address_encrypted bytea not null,
  created_at timestamptz not null
);

-- One row per request that was answered. Status 'Refused' marks those that created no intent (ERR01, ERR03, ERR15 in
-- widget mode): they are kept for their idempotency key alone and are unknown ids everywhere else.
create table payment_intents (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  client_id text not null references clients,
  mode text not null check (mode in ('widget', 'redirect')),
  -- SHA-256 of the key, which may be longer than an index entry; SHA-256 of the canonical body.
  key_hash bytea not null,
  request_hash bytea not null,
  error_code text,
  status text not null check (status in ('Created', 'Approved', 'Declined', 'Expired', 'Refused')),
  amount numeric(8, 2) not null,
  currency text not null,
  item_id text not null,
  item_title text not null,
  item_description text,
  reference text,
  buyer_id text,
  -- Who pays, for the rolling amount and for KYC.
  buyer_hash bytea not null,
  kyc_passed_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finalised_at timestamptz,
  unique (merchant_id, key_hash)
);

create index payment_intents_open on payment_intents (expires_at) where status = 'Created';
create index payment_intents_rolling on payment_intents (merchant_id, buyer_hash, finalised_at) where status = 'Approved';

create table redirect_tokens (
  -- SHA-256 of 256 random bits.
  token_hash bytea primary key,
  intent_id uuid not null references payment_intents,
  expires_at timestamptz not null
);
