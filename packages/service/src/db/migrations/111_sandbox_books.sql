-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- What the sandbox's acquirer need not know any more is found without reading all of it.
drop index concurrently if exists sandbox_authorisations_created;
create index concurrently sandbox_authorisations_created on sandbox_authorisations (created_at);
