import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const WEBHOOKS_CHANGES: readonly HandMadeChange[] = [
  {
    fear: "a worker that lost its lease ends another's delivery",
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: "result.status = 'failed' and delivery.lease = ${lease}::uuid)",
    replace: "result.status = 'failed')",
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: "a worker that lost its lease takes another's away",
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'lease = nullif(delivery.lease, ${lease}::uuid)',
    replace: 'lease = null',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: 'two workers take one delivery',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: '        for update skip locked\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a delivery is taken whose lease still runs',
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: 'and (leased_until is null or leased_until <= ${now}::timestamptz)',
    replace: '',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: 'events are missed while a subscription is enabled, because nothing holds it',
    file: `${SERVICE}/webhooks/subscription-store.ts`,
    find: '    .forUpdate()\n',
    replace: '',
    tests: [`${SERVICE}/webhooks/subscriptions.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'an event is neither delivered nor seen as missed, because nothing holds the subscription',
    file: `${SERVICE}/webhooks/outbox.ts`,
    find: ' for key share',
    replace: '',
    tests: [`${SERVICE}/webhooks/subscriptions.test.ts`],
    database: 'postgres',
  },
  {
    fear: "an event goes to another merchant's endpoint",
    file: `${SERVICE}/webhooks/outbox.ts`,
    find: 'where merchant_id = ${merchantId} order by id',
    replace: 'order by id',
    tests: [`${SERVICE}/webhooks/outbox.test.ts`],
  },
  {
    fear: 'an event overtakes those that a subscription is still catching up with',
    file: `${SERVICE}/webhooks/outbox.ts`,
    find: ' and not subscription.is_catching_up',
    replace: '',
    tests: [`${SERVICE}/webhooks/outbox.test.ts`],
  },
  {
    fear: 'what has arrived is shown as failed by a worker that lost its lease',
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: "case when result.status = 'delivered' then result.status else delivery.status end",
    replace: 'result.status',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
  {
    fear: 'a delivery that stood back waits on after the one before it was tried',
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    find: 'where result.is_first and behind.due_at > ${now}::timestamptz',
    replace: 'where false',
    tests: [`${SERVICE}/webhooks/dispatcher.test.ts`],
  },
  {
    fear: "a worker that stops gives back another's delivery",
    file: `${SERVICE}/webhooks/claim-store.ts`,
    find: 'where delivery.ctid = located.place and delivery.lease = ${lease}::uuid',
    replace: 'where delivery.ctid = located.place and ${lease}::uuid is not null',
    tests: [`${SERVICE}/webhooks/delivery-store.test.ts`],
  },
]
