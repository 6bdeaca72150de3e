-- An intent's id follows from its merchant and key, so that the primary key alone keeps a key from having two intents.
alter table payment_intents drop constraint payment_intents_merchant_id_key_hash_key;
comment on column payment_intents.key_hash is 'HMAC of merchant and idempotency key; its first 16 bytes make the id';
