-- compatible since 083_merchant_profiles.sql
-- What of a merchant's request its intent has no place for, as JSON: the names of members, never their values.
alter table payment_intents add column asked_rest text;
