-- outside a transaction
-- compatible since 083_merchant_profiles.sql
-- Redirect tokens that have ended, and pieces of files that nobody refers to, are found without reading all.
drop index concurrently if exists redirect_tokens_expiry;
create index concurrently redirect_tokens_expiry on redirect_tokens (expires_at);
drop index concurrently if exists kyc_uploads_pieces;
create index concurrently kyc_uploads_pieces on kyc_uploads (upload_id);
