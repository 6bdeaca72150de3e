-- compatible since 083_merchant_profiles.sql
-- How many of the codes counted in `sent` their sender has failed to hand over: the customer may ask for others in their place.
alter table kyc_codes add failed integer not null default 0;
