-- What became of each card a buyer tried. Of the card itself only brand and last four digits are kept.

create table card_attempts (
  -- Also the reference under which the processor knows the authorisation.
  id uuid primary key,
  intent_id uuid not null references payment_intents,
  -- Made by the page once per press of Pay: a request that is repeated finds its row.
  attempt_key uuid not null,
  brand text not null,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- 'reversing': the intent was final before the answer came, or nobody knows the answer; whatever the processor has
  -- under this reference is being released.
  status text not null check (status in ('authorising', 'challenged', 'approved', 'refused', 'reversing', 'reversed')),
  challenge_url text,
  challenge_data text,
  created_at timestamptz not null,
  -- When the processor is asked (again) by the sweep, should nobody have brought its answer by then.
  check_at timestamptz not null,
  finished_at timestamptz,
  unique (intent_id, attempt_key)
);

-- One card at a time, however many tabs and processes there are.
create unique index card_attempts_active on card_attempts (intent_id) where status in ('authorising', 'challenged', 'reversing');
create index card_attempts_unsettled on card_attempts (check_at) where status in ('authorising', 'reversing');

-- The sandbox acquirer's own books; a real one keeps its own.
create table sandbox_authorisations (
  reference uuid primary key,
  outcome text not null check (outcome in ('approved', 'refused')),
  -- Null for a card without 3-D Secure.
  challenge text check (challenge in ('open', 'passed', 'failed')),
  wrong_passwords integer not null default 0,
  cancelled_at timestamptz,
  created_at timestamptz not null
);
