-- compatible since 083_merchant_profiles.sql
-- How often a subscription was enabled again: what was sent before says nothing of its endpoint since.
alter table webhook_subscriptions add times_enabled integer not null default 0;
