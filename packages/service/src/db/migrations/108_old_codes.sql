-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- Codes of sessions that have ended are found without reading all.
drop index concurrently if exists kyc_codes_expiry;
create index concurrently kyc_codes_expiry on kyc_codes (expires_at);
