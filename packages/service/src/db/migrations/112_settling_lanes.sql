-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- Cards without an answer are found without passing over what is to be given back, and that without passing over them.
-- `card_attempts_uncertain` is of the versions before.
drop index concurrently if exists card_attempts_authorising;
create index concurrently card_attempts_authorising on card_attempts (check_at) where status = 'authorising';
drop index concurrently if exists card_attempts_reversing;
create index concurrently card_attempts_reversing on card_attempts (check_at) where status = 'reversing';
