-- Each check of these locked the same merchant's and client's rows, which all requests of a merchant share; neither is
-- ever deleted.
alter table payment_intents drop constraint payment_intents_merchant_id_fkey;
alter table payment_intents drop constraint payment_intents_client_id_fkey;
