-- compatible since 083_merchant_profiles.sql
-- A client's old secret, which signs in beside the new one until then; null where none was kept.
alter table clients add kept_secret_hash bytea, add kept_until timestamptz;
