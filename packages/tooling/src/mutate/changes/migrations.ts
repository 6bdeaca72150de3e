import type { HandMadeChange } from '../hand-made-change.ts'

const MIGRATIONS = 'packages/service/src/db/migrations'
const TESTS = ['packages/service/src/db/constraints.test.ts']

/** What the schema itself refuses, and what goes with what. */
export const MIGRATIONS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'two cards are charged for one intent by two processes',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: 'create unique index card_attempts_active',
    replace: 'create index card_attempts_active',
    tests: TESTS,
  },
  {
    fear: 'a second card is charged beside one that its bank asks about',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: "(intent_id) where status in ('authorising', 'challenged', 'reversing')",
    replace: "(intent_id) where status in ('authorising', 'reversing')",
    tests: TESTS,
  },
  {
    fear: 'a second card is charged beside one that is being given back',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: "(intent_id) where status in ('authorising', 'challenged', 'reversing')",
    replace: "(intent_id) where status in ('authorising', 'challenged')",
    tests: TESTS,
  },
  {
    fear: 'a press of Pay that is repeated tries its card once more',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: 'finished_at timestamptz,\n  unique (intent_id, attempt_key)',
    replace: 'finished_at timestamptz',
    tests: TESTS,
  },
  {
    fear: 'the press of one page keeps that of another from paying',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: 'unique (intent_id, attempt_key)',
    replace: 'unique (attempt_key)',
    tests: TESTS,
  },
  {
    fear: 'a whole card number stands in the database',
    file: `${MIGRATIONS}/020_card_attempts.sql`,
    find: " check (last_four ~ '^[0-9]{4}$')",
    replace: '',
    tests: TESTS,
  },
  {
    fear: 'two rotations at once leave two current keys',
    file: `${MIGRATIONS}/042_delivery_queue.sql`,
    find: 'create unique index webhook_keys_current',
    replace: 'create index webhook_keys_current',
    tests: TESTS,
  },
  {
    fear: 'nobody knows what a disabled subscription has missed',
    file: `${MIGRATIONS}/040_webhooks.sql`,
    find: "created_at timestamptz not null,\n  check ((status = 'disabled') = (disabled_at is not null))",
    replace: 'created_at timestamptz not null',
    tests: TESTS,
  },
  {
    fear: 'the signing keys of a deleted subscription are kept for good',
    file: `${MIGRATIONS}/042_delivery_queue.sql`,
    find: 'alter table webhook_keys add foreign key (merchant_id, subscription_id) references webhook_subscriptions on delete cascade;',
    replace: '',
    tests: TESTS,
  },
  {
    fear: 'a backfill goes on for a subscription that was deleted',
    file: `${MIGRATIONS}/042_delivery_queue.sql`,
    find: 'primary key (merchant_id, subscription_id),\n  foreign key (merchant_id, subscription_id) references webhook_subscriptions on delete cascade',
    replace: 'primary key (merchant_id, subscription_id)',
    tests: TESTS,
  },
  {
    fear: 'the days of events are those of the time zone of the server, and end before their time',
    file: `${MIGRATIONS}/104_day_locks.sql`,
    find: "day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC'",
    replace: 'day::timestamp, (day + 1)::timestamp',
    tests: ['packages/service/src/webhooks/retention-store.test.ts'],
  },
  {
    fear: 'the last hour of a day lies in none, and is deleted row by row',
    file: `${MIGRATIONS}/104_day_locks.sql`,
    find: "(day + 1)::timestamp at time zone 'UTC'",
    replace: "(day::timestamp + interval '23 hours') at time zone 'UTC'",
    tests: ['packages/service/src/webhooks/retention-store.test.ts'],
  },
]
