-- Challenges are asked about as well: a buyer may confirm with the bank and close the page.
drop index card_attempts_unsettled;
create index card_attempts_unsettled on card_attempts (check_at) where status in ('authorising', 'challenged', 'reversing');
