-- compatible since 083_merchant_profiles.sql
-- When an endpoint failed last, to the hour: after long without an attempt its failures count anew.
alter table webhook_subscriptions add last_failed_at timestamptz;
