-- What a customer has shown a merchant, once and for all later sessions. Personal data stands in *_encrypted columns only.

create table kyc_customers (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  -- Of the name by which the merchant knows the customer; null for a sandbox buyer that begins afresh with each intent.
  customer_hash bytea,
  email_encrypted bytea,
  full_name_encrypted bytea,
  phone_encrypted bytea,
  address_encrypted bytea,
  documents_submitted_at timestamptz,
  -- The highest level passed, 0 for none.
  level integer not null default 0 check (level between 0 and 3),
  created_at timestamptz not null,
  unique (merchant_id, customer_hash)
);

create table kyc_sessions (
  id uuid primary key,
  merchant_id uuid not null references merchants,
  client_id text not null references clients,
  customer_id uuid not null references kyc_customers,
  -- The intent whose gate this is, if any.
  intent_id uuid unique references payment_intents,
  external_id text,
  wallet_encrypted bytea,
  level integer not null check (level between 1 and 3),
  -- Given in this session and waiting for its code.
  pending_email_encrypted bytea,
  pending_full_name_encrypted bytea,
  pending_phone_encrypted bytea,
  -- Everything was given and the provider has been asked.
  submitted_at timestamptz,
  outcome text check (outcome in ('approved', 'pending', 'rejected')),
  -- When the provider is asked again, while it has not decided.
  check_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index kyc_sessions_open on kyc_sessions (customer_id, level, client_id) where outcome is null and intent_id is null;
create index kyc_sessions_undecided on kyc_sessions (check_at)
  where submitted_at is not null and (outcome is null or outcome = 'pending');

-- One row per address or number that a session has sent codes to.
create table kyc_codes (
  session_id uuid not null references kyc_sessions,
  channel text not null check (channel in ('email', 'phone')),
  destination_hash bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  sent integer not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (session_id, channel, destination_hash)
);

create table kyc_uploads (
  customer_id uuid not null references kyc_customers,
  kind text not null check (kind in ('government_id', 'selfie')),
  content_type text not null,
  content_encrypted bytea not null,
  uploaded_at timestamptz not null,
  primary key (customer_id, kind)
);
