-- compatible since 083_merchant_profiles.sql
-- The logo that buyers see beside the merchant's name, as it was fetched when the merchant gave its address.
create table merchant_logos (
  merchant_id uuid primary key references merchants,
  address text not null,
  digest text not null,
  content_type text not null,
  content bytea not null,
  fetched_at timestamptz not null
);

create index merchant_logos_digest on merchant_logos (digest);
