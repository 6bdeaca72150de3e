-- What the service must know of its secrets before it can read any. One row.
create table secrets_state (
  id boolean primary key default true check (id),
  -- The key of every *_hash column under which values are found, so that they are found after the secret key has changed.
  -- Null until a service has started; encrypted, as all *_encrypted columns from now on, for its table, column and row.
  lookup_key_encrypted bytea,
  -- Whether there may be ciphertexts that name neither key nor place, and hashes of requests without a key.
  has_earlier_form boolean not null
);

insert into secrets_state (has_earlier_form)
select exists (select 1 from signing_keys) or exists (select 1 from bans) or exists (select 1 from flagged_wallets)
  or exists (select 1 from webhook_keys) or exists (select 1 from kyc_sessions) or exists (select 1 from payment_intents);
