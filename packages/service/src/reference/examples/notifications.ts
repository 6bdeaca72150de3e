import type { ExamplesOf, FailureExample } from './example.ts'
import { invalidField } from './failures.ts'
import { DELIVERY_ID, SUBSCRIPTION_ID } from './values.ts'

const SUBSCRIPTION = {
  id: SUBSCRIPTION_ID,
  description: 'Orders',
  endpoint: 'https://shop.example/webhooks',
  signing_key: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
  status: 'enabled',
  version: '1',
} as const

const DELIVERY = {
  id: DELIVERY_ID,
  event_id: 'evt_5kq0T2b8',
  event_type: 'payment_approved',
  status: 'delivered',
  created_at: '2026-01-31T12:00:00.000Z',
  next_attempt_at: null,
  attempts: [
    { at: '2026-01-31T12:00:00.120Z', duration_ms: 95, status_code: 503, failure: 'http_status' },
    { at: '2026-01-31T12:00:05.480Z', duration_ms: 41, status_code: 200, failure: null },
  ],
} as const

const delivery = { ...DELIVERY, attempts: [...DELIVERY.attempts] }
const one = (summary: string, changed: Partial<Record<'status', 'disabled'>> = {}) => ({
  subscription: { summary, value: { data: { ...SUBSCRIPTION, ...changed } } },
})

const params = { id: SUBSCRIPTION_ID }
const NOT_FOUND: FailureExample = {
  summary: "No subscription of the merchant's",
  message: 'There is no such subscription',
}
const TOO_MANY: FailureExample = {
  summary: 'As many are enabled as may be',
  message: 'A merchant has at most 3 enabled subscriptions in sandbox mode; disable or delete one first',
}
const DISABLED: FailureExample = {
  summary: 'It is disabled',
  message: 'The subscription is disabled; enable it first',
}
const ofOne = {
  400: { id: invalidField('id: must be a UUID of 36 characters (8-4-4-4-12 hexadecimal digits)') },
  404: { unknown: NOT_FOUND },
}

export const SUBSCRIPTIONS: ExamplesOf<
  | 'listSubscriptions'
  | 'createSubscription'
  | 'updateSubscription'
  | 'deleteSubscription'
  | 'enableSubscription'
  | 'disableSubscription'
  | 'rotateSubscriptionKey'
> = {
  listSubscriptions: {
    description: "All of the merchant's subscriptions, with their signing keys.",
    sdk: 'const { data } = await client.subscriptions.list()',
    answers: { 200: { subscriptions: { summary: 'One subscription', value: { data: [SUBSCRIPTION] } } } },
    failures: {},
  },
  createSubscription: {
    description:
      'Webhooks go to `endpoint`, which is https in production mode, and public unless the service allows private addresses. ' +
      'Without `event_types` all types are delivered. Keep `signing_key`: it verifies what arrives.',
    sdk: `const { data } = await client.subscriptions.create({
  endpoint: 'https://shop.example/webhooks',
  description: 'Orders',
})`,
    requests: {
      all: {
        summary: 'Every type of event',
        value: { endpoint: 'https://shop.example/webhooks', description: 'Orders' },
      },
      some: {
        summary: 'Two types of events',
        value: {
          endpoint: 'https://shop.example/webhooks',
          event_types: ['payment_approved', 'payment_declined'],
        },
      },
    },
    answers: { 201: one('The new subscription') },
    failures: {
      400: { field: invalidField('endpoint: must be an absolute http or https URL') },
      429: {
        full: TOO_MANY,
        all: {
          summary: 'There are as many as may be, disabled ones included',
          message: 'A merchant has at most 100 subscriptions; delete one first',
        },
      },
    },
  },
  updateSubscription: {
    description: 'Fields that are left out stay as they are. The change holds for deliveries from now on.',
    sdk: `const { data } = await client.subscriptions.update('${SUBSCRIPTION_ID}', {
  endpoint: 'https://shop.example/webhooks',
})`,
    params,
    requests: {
      endpoint: { summary: 'Another endpoint', value: { endpoint: 'https://shop.example/webhooks' } },
      types: { summary: 'All types of events again', value: { event_types: null } },
    },
    answers: { 200: one('The subscription as it is now') },
    failures: { ...ofOne, 400: { field: invalidField('endpoint: must be an https URL') } },
  },
  deleteSubscription: {
    description: 'What was still to be delivered to it is dropped.',
    sdk: `await client.subscriptions.delete('${SUBSCRIPTION_ID}')`,
    params,
    answers: { 204: null },
    failures: ofOne,
  },
  enableSubscription: {
    description:
      'Enabling an enabled one changes nothing. What happened while it was disabled is delivered, up to five days back; `replay` tells how far that has come.',
    sdk: `const { data } = await client.subscriptions.enable('${SUBSCRIPTION_ID}')`,
    params,
    answers: { 200: one('The subscription, enabled') },
    failures: { ...ofOne, 429: { full: TOO_MANY } },
  },
  disableSubscription: {
    description: 'Nothing is delivered until it is enabled again.',
    sdk: `const { data } = await client.subscriptions.disable('${SUBSCRIPTION_ID}')`,
    params,
    answers: { 200: one('The subscription, disabled', { status: 'disabled' }) },
    failures: ofOne,
  },
  rotateSubscriptionKey: {
    description: 'Both keys sign for 24 hours, so that the shop can take the new one without missing an event.',
    sdk: `const { data } = await client.subscriptions.rotateKey('${SUBSCRIPTION_ID}')`,
    params,
    answers: { 200: one('The subscription with its new key') },
    failures: {
      ...ofOne,
      429: {
        rotated: {
          summary: 'Rotated too often',
          message: 'The key was rotated 9 times within 24 hours; wait until the first of them are over',
        },
      },
    },
  },
}

export const DELIVERIES: ExamplesOf<'testSubscription' | 'listDeliveries' | 'replayDelivery' | 'replaySubscription'> = {
  testSubscription: {
    description:
      'Sends a `webhook_test` event at once, to a disabled subscription too, and waits at most 15 seconds. ' +
      'Ten a minute for a subscription, and twenty for a merchant.',
    sdk: `const { data } = await client.subscriptions.test('${SUBSCRIPTION_ID}')`,
    params,
    answers: {
      200: {
        delivered: {
          summary: 'The endpoint took it',
          value: { data: { delivered: true, status_code: 200, duration_ms: 38 } },
        },
      },
    },
    failures: {
      ...ofOne,
      429: {
        tested: { summary: 'Tested too often', message: 'This subscription was tested often; wait a little' },
      },
      502: {
        status: {
          summary: 'The endpoint answered otherwise',
          message: 'The test webhook was not delivered: status 500',
        },
        timeout: {
          summary: 'The endpoint did not answer',
          message: 'The test webhook was not delivered: timeout',
        },
      },
    },
  },
  listDeliveries: {
    description:
      'Deliveries of the last 30 days, each with its latest 100 attempts. `next_cursor` is null on the last page.',
    sdk: `const { data } = await client.subscriptions.deliveries('${SUBSCRIPTION_ID}', { limit: 20, status: 'failed' })`,
    params,
    query: { limit: 20, status: 'failed' },
    answers: {
      200: {
        deliveries: {
          summary: 'One delivery, at the second attempt',
          value: { data: { deliveries: [delivery], next_cursor: null } },
        },
      },
    },
    failures: { ...ofOne, 400: { cursor: invalidField('cursor: must be the next_cursor of the page before') } },
  },
  replayDelivery: {
    description: 'The event is sent again with the same id, whether or not it had arrived.',
    sdk: `const { data } = await client.subscriptions.replayDelivery('${SUBSCRIPTION_ID}', '${DELIVERY_ID}')`,
    params: { ...params, delivery_id: DELIVERY_ID },
    answers: {
      200: {
        due: {
          summary: 'It is due now',
          value: { data: { ...delivery, status: 'pending', next_attempt_at: '2026-01-31T12:30:00.000Z' } },
        },
      },
    },
    failures: {
      400: { ...ofOne[400], disabled: DISABLED },
      404: {
        delivery: { summary: 'No such delivery', message: 'There is no such delivery' },
        unknown: NOT_FOUND,
      },
    },
  },
  replaySubscription: {
    description:
      'Every event since that time whose delivery has not succeeded is sent again. ' +
      'Much of it goes on in the background: `replay` tells how far it has come.',
    sdk: `const { data } = await client.subscriptions.replay('${SUBSCRIPTION_ID}', new Date('2026-01-31T00:00:00Z'))`,
    params,
    query: { since: '2026-01-31T00:00:00Z' },
    answers: { 200: { replayed: { summary: 'Three are due now', value: { data: { replayed: 3 } } } } },
    failures: {
      400: {
        since: invalidField('since: must be an RFC 3339 timestamp in UTC'),
        disabled: DISABLED,
      },
      404: { unknown: NOT_FOUND },
    },
  },
}
