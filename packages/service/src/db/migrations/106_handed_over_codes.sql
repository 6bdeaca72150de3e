-- compatible since 083_merchant_profiles.sql
-- Which of the codes sent to an address or number, counted as in `sent`, was handed over last, and which last could not be.
alter table kyc_codes add handed_over integer;
alter table kyc_codes add not_handed_over integer;
