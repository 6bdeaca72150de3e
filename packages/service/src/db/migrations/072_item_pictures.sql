alter table payment_intents add column item_image_url text;

-- Copies of items' pictures, one per merchant and address, kept for a day; without content where none was to be had.
create table pictures (
  merchant_id uuid not null references merchants,
  address_hash bytea not null,
  content_type text,
  content bytea,
  fetched_at timestamptz not null,
  primary key (merchant_id, address_hash)
);

create index pictures_fetched on pictures (fetched_at);
