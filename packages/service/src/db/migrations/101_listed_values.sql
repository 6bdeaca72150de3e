-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- The operators' lists are read page by page, the newest first.
drop index concurrently if exists bans_newest;
create index concurrently bans_newest on bans (created_at desc, value_hash desc);
drop index concurrently if exists flagged_wallets_newest;
create index concurrently flagged_wallets_newest on flagged_wallets (created_at desc, address_hash desc);
