-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- What the dashboard's lists are read by, on tables that may be large by now. Made anew where 060 made them in place.

drop index concurrently if exists payment_intents_newest;
create index concurrently payment_intents_newest on payment_intents (merchant_id, created_at desc, id desc);

-- In the order of the list, so that a reference that many payments share is not gathered and sorted.
drop index concurrently if exists payment_intents_reference;
create index concurrently payment_intents_reference on payment_intents (merchant_id, reference, created_at desc, id desc)
  where reference is not null;

drop index concurrently if exists kyc_sessions_newest;
create index concurrently kyc_sessions_newest on kyc_sessions (merchant_id, created_at desc, id desc);

-- By the negative of the id: a list of one merchant that could be read along the primary key would be, past everybody's.
drop index concurrently if exists api_requests_newest;
create index concurrently api_requests_newest on api_requests (merchant_id, refused, (-id));
drop index concurrently if exists api_requests_merchant;

drop index concurrently if exists dashboard_audit_newest;
create index concurrently dashboard_audit_newest on dashboard_audit (merchant_id, (-id));
drop index concurrently if exists dashboard_audit_merchant;

-- Not by block ranges, which need the kind of scan that no connection of the service may plan.
drop index concurrently if exists intent_openings_oldest;
create index concurrently intent_openings_oldest on intent_openings (opened_at);
drop index concurrently if exists intent_openings_age;
