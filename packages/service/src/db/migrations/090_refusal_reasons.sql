-- compatible since 083_merchant_profiles.sql
-- Why a bank refused a card, where it said so: what the buyer is told to do next.
alter table card_attempts add column refusal_reason text;
alter table sandbox_authorisations add column refusal_reason text;
