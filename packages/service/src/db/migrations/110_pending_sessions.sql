-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- As `kyc_sessions_open`, with those about which the provider has not decided yet: they are taken up again, too.
drop index concurrently if exists kyc_sessions_undecided_of;
create index concurrently kyc_sessions_undecided_of on kyc_sessions (customer_id, level, client_id)
  where (outcome is null or outcome = 'pending') and intent_id is null;
