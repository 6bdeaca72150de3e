import type { Equivalent } from '../equivalent.ts'

const SERVICE = 'packages/service/src'

export const WEBHOOKS_EQUIVALENTS: readonly Equivalent[] = [
  {
    file: `${SERVICE}/webhooks/outbox.ts`,
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'every event names an intent, a session or a subscription; the default is for the types',
  },
  {
    file: `${SERVICE}/webhooks/outbox.ts`,
    original: 'event !== undefined && rest.length === 0',
    replacement: 'false',
    reason: 'one event is written down by the statement for several as well, which takes longer',
  },
  {
    file: `${SERVICE}/webhooks/outbox.ts`,
    original: 'event !== undefined',
    replacement: 'event === undefined',
    reason: 'the same',
  },
  {
    file: `${SERVICE}/webhooks/outbox.ts`,
    original: 'event !== undefined',
    replacement: 'true',
    reason: 'no statement is made of no events; the comparison is for the types',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'records.filter((_, nr) => isHeld.get(nr) === false)',
    replacement: 'records',
    reason: 'what has been written down is written down once, however often that is tried',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'isHeld.get(nr) === false',
    replacement: 'true',
    reason: 'the same',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'time < 2',
    replacement: 'time <= 2',
    reason: 'one more look, at nothing, where two were enough',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'records.length > 0',
    replacement: 'true',
    reason: 'a statement about no deliveries changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/delivery-store.ts`,
    original: 'records.length > 0',
    replacement: 'records.length >= 0',
    reason: 'a statement about no deliveries changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'among what is to be disabled a text names no subscription; the other empty lists are noticed',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'Math.max(...attempted.map(({ endedAt }) => endedAt.getTime()))',
    replacement: 'Math.min(...attempted.map(({ endedAt }) => endedAt.getTime()))',
    reason: 'both times have passed: what comes up is due at once by either',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'due.length === 0',
    replacement: 'false',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'target.failingSince !== null',
    replacement: 'true',
    reason: 'one that does not fail is marked as it is',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'attempted.filter((each) => !isGone(each))',
    replacement: 'attempted',
    reason: 'those that are gone stand once more behind all others, and the last one counts',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'failures.size === 0 && recovered.length === 0',
    replacement: 'false',
    reason: 'the same in a transaction',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'recovered.length > 0',
    replacement: 'true',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/settle-deliveries.ts`,
    original: 'recovered.length > 0',
    replacement: 'recovered.length >= 0',
    reason: 'a statement about no subscriptions changes nothing',
  },
  {
    file: `${SERVICE}/webhooks/retry-rules.ts`,
    original: 'header === undefined',
    replacement: 'false',
    reason: 'what is no text is no date either; the comparison is for the types',
  },
  {
    file: `${SERVICE}/webhooks/merchant-share.ts`,
    original: 'sum <= room',
    replacement: 'sum < room',
    reason: 'where they want as much as there is, the part of each is what it wants',
  },
]
