import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const ENDPOINT_HEALTH_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'an attempt counts twice, since what follows from it could not be written with it',
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    find: 'const held = await write(transaction)',
    replace: 'const held = await write(db)',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'an endpoint counts as failing for what the one before it answered',
    file: `${SERVICE}/webhooks/endpoint-health-store.ts`,
    find: 'where ${areTried(tried)}',
    replace:
      'where (merchant_id, id) in (select * from unnest(${tried.map((each) => each.merchantId)}::uuid[], ${tried.map(({ id }) => id)}::uuid[]))',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'an endpoint that always fails is never disabled, as the one before it answers well',
    file: `${SERVICE}/webhooks/endpoint-health-store.ts`,
    find: 'is not null and ${areTried(tried)}',
    replace:
      'is not null and (merchant_id, id) in (select * from unnest(${tried.map((each) => each.merchantId)}::uuid[], ${tried.map(({ id }) => id)}::uuid[]))',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'an endpoint that recovers is disabled, as the one before it answers well in the same moment',
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    find: '[endpointOf(target), target])).values()',
    replace: '[target.id, target])).values()',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
  {
    fear: 'deliveries to all wait for one subscription that an operator holds, as its endpoint fails',
    file: `${SERVICE}/webhooks/endpoint-health-store.ts`,
    find: 'where ${areTried(tried)} for no key update skip locked',
    replace: 'where ${areTried(tried)} for no key update',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'deliveries to all wait for one subscription that an operator holds, as its endpoint recovers',
    file: `${SERVICE}/webhooks/endpoint-health-store.ts`,
    find: 'is not null and ${areTried(tried)} for no key update skip locked',
    replace: 'is not null and ${areTried(tried)} for no key update',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'one failure disables an endpoint once the service has been off for weeks',
    file: `${SERVICE}/webhooks/endpoint-health-store.ts`,
    find: 'held.last_failed_at <= ${ago(FAILURES_FORGOTTEN_MS)}',
    replace: 'false',
    tests: [`${SERVICE}/webhooks/settle-deliveries.test.ts`],
  },
]
