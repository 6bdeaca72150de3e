-- The types of events that a subscription is sent; null for all of them.
alter table webhook_subscriptions add column event_types text[];
