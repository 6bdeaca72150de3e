-- compatible since 083_merchant_profiles.sql
-- An identity check whose documents come from the buyer's phone: the one link that stands, and whether it has been opened.
create table kyc_handovers (
  session_id uuid primary key references kyc_sessions on delete cascade,
  id uuid not null unique,
  opens_until timestamptz not null,
  opened_at timestamptz,
  ends_at timestamptz not null
);

create index kyc_handovers_ends on kyc_handovers (ends_at);
