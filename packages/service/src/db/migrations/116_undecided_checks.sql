-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- A customer's checks of a level about which nobody has decided, those in front of payments too, are found without reading all.
drop index concurrently if exists kyc_sessions_undecided_by;
create index concurrently kyc_sessions_undecided_by on kyc_sessions (customer_id, level) where outcome is null or outcome = 'pending';
