import type { HandMadeChange } from '../hand-made-change.ts'

export const NODE_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'each call opens a connection of its own',
    file: 'packages/node/src/adapters/send-node.ts',
    find: 'agent: new HttpAgent({ keepAlive: true })',
    replace: 'agent: new HttpAgent()',
    tests: ['packages/node/src/transport.test.ts'],
  },
  {
    fear: 'a webhook of any age is taken where the tolerance is no number',
    file: 'packages/node/src/verify-webhook.ts',
    find: "checkedNumber('toleranceSeconds', toleranceSeconds ?? LIMITS.webhookToleranceSeconds)",
    replace: 'toleranceSeconds ?? LIMITS.webhookToleranceSeconds',
    tests: ['packages/node/src/verify-webhook.test.ts'],
  },
  {
    fear: 'an id of two dots names the path of another operation',
    file: 'packages/node/src/fill-path.ts',
    find: '!NO_SEGMENT.test(value)',
    replace: "value !== ''",
    tests: ['packages/node/src/client.test.ts'],
  },
  {
    fear: 'rotateKey is repeated after a 500',
    file: 'packages/node/src/retry.ts',
    find: 'NOT_TAKEN_UP.has(status) || (repeatable && status >= 500)',
    replace: 'NOT_TAKEN_UP.has(status) || status >= 500',
    tests: ['packages/node/src/transport.test.ts'],
  },
  {
    fear: 'a page whose origin begins like an allowed one may call and read',
    file: 'packages/node/src/handler/origin-check.ts',
    find: 'allowedOrigins.includes(origin)',
    replace: 'allowedOrigins.some((allowed) => origin.startsWith(allowed))',
    tests: ['packages/node/src/handler/origin-check.test.ts'],
  },
  {
    fear: "a page whose origin begins like the handler's own may buy",
    file: 'packages/node/src/handler/origin-check.ts',
    find: 'origin === new URL(request.url).origin',
    replace: 'origin.startsWith(new URL(request.url).origin)',
    tests: ['packages/node/src/handler/origin-check.test.ts'],
  },
  {
    fear: 'the handler does not keep to the tolerance that it was told',
    file: 'packages/node/src/handler/webhook-route.ts',
    find: '{ toleranceSeconds, now: now() }',
    replace: '{ now: now() }',
    tests: ['packages/node/src/handler/webhook-route.test.ts'],
  },
  {
    fear: 'a redirect is taken for a deletion',
    file: 'packages/node/src/require-success.ts',
    find: 'outcome.status <= 299',
    replace: 'outcome.status <= 399',
    tests: ['packages/node/src/transport.test.ts'],
  },
  {
    fear: 'a test webhook is given up before the endpoint has had its time',
    file: 'packages/node/src/subscriptions.ts',
    find: 'TEST_TIMEOUT_MS = 20_000',
    replace: 'TEST_TIMEOUT_MS = 10_000',
    tests: ['packages/node/src/client.test.ts'],
  },
  {
    fear: 'every status that a merchant asks for is asked at once',
    file: 'packages/node/src/payments.ts',
    find: 'CONCURRENT_REQUESTS = 4',
    replace: 'CONCURRENT_REQUESTS = 5',
    tests: ['packages/node/src/client.test.ts'],
  },
]
