-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- Sessions that took files and ended before these were sent off are found without reading all.
drop index concurrently if exists kyc_sessions_unsent;
create index concurrently kyc_sessions_unsent on kyc_sessions (expires_at) where uploads > 0 and submitted_at is null;
