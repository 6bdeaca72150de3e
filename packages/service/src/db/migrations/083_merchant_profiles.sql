-- What buyers are told of a merchant; without a display name, the merchant's name.
alter table merchants add column display_name text;
alter table merchants add column terms_url text;
alter table merchants add column privacy_url text;
