-- compatible since 083_merchant_profiles.sql
-- A card has two sides.
alter table kyc_uploads drop constraint kyc_uploads_kind_check;
alter table kyc_uploads add constraint kyc_uploads_kind_check
  check (kind in ('government_id', 'government_id_back', 'selfie'));
