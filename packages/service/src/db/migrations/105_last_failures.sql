-- compatible since 083_merchant_profiles.sql
-- When an endpoint failed last, to the hour: time in which nothing was tried is no time in which it failed.
alter table webhook_subscriptions add last_failed_at timestamptz;
