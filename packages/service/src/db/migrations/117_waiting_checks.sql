-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- Sessions that wait for the decision of another one of the same customer are found, as they are due to be looked at, without reading all.
drop index concurrently if exists kyc_sessions_waiting;
create index concurrently kyc_sessions_waiting on kyc_sessions (check_at)
  where submitted_at is null and outcome is null and check_at is not null;
