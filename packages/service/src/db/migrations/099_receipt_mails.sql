-- compatible since 083_merchant_profiles.sql
-- Where the receipt of a payment is mailed: kept until the payment has ended without an approval, the mail has been handed
-- over, or a day has passed.
create table receipt_mails (
  intent_id uuid primary key references payment_intents,
  email_encrypted bytea not null,
  -- The buyer's, as BCP 47 has it; null until it is known.
  language text,
  created_at timestamptz not null,
  -- When it may be mailed, or tried again; null until the payment is approved. Who mails it puts this off.
  due_at timestamptz,
  tries integer not null default 0
);

create index receipt_mails_due on receipt_mails (due_at) where due_at is not null;
create index receipt_mails_created on receipt_mails (created_at);
