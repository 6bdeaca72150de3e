-- compatible since 083_merchant_profiles.sql
-- How many rejections have taken back what a customer had given, and how many had as a session was sent off.
alter table kyc_customers add rejections integer not null default 0;
alter table kyc_sessions add submitted_after integer;
