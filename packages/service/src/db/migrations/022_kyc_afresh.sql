-- The sandbox's kyc@ buyers meet a KYC gate that knows nothing of them at each intent.
alter table payment_intents add column kyc_afresh boolean not null default false;
