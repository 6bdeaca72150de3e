-- outside a transaction
-- What may charge a buyer wrongly is found without passing over challenges that nobody answers.
drop index concurrently if exists card_attempts_uncertain;
create index concurrently card_attempts_uncertain on card_attempts (check_at) where status in ('authorising', 'reversing');
drop index concurrently if exists card_attempts_challenged;
create index concurrently card_attempts_challenged on card_attempts (check_at) where status = 'challenged';
drop index concurrently if exists card_attempts_unsettled;
