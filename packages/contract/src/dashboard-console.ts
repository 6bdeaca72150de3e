// Free of zod: the dashboard's console imports this file.

/** One operation as the console offers it. */
export interface ConsoleOperation {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With parameters in braces. */
  readonly path: string
  /** A body to begin with; `undefined` where none is taken. */
  readonly sample?: unknown
  /** Parameters of the query that must be there, with a value to begin with. */
  readonly query?: Readonly<Record<string, string>>
}

const intent = {
  transaction_type: 'BUY_VDA',
  buyer: { id: 'player-7', email: 'ada@example.com' },
  currency: 'USD',
  idempotency_key: 'console-1',
  items: [{ id: 'coins-500', title: '500 coins', amount: '4.99' }],
  reference: 'order-1',
}
const SUBSCRIPTIONS = '/notifications/v1/subscriptions'
const EXAMPLE_ID = '00000000-0000-4000-8000-000000000000'

/** Every operation of the merchant's API but the issue of tokens: the console has its own. */
export const CONSOLE_OPERATIONS: readonly ConsoleOperation[] = [
  { id: 'createIntent', method: 'POST', path: '/payments/v2/intent', sample: intent },
  { id: 'createRedirectIntent', method: 'POST', path: '/payments/v2/intent/redirect', sample: intent },
  {
    id: 'getStatuses',
    method: 'POST',
    path: '/payments/v1/payments/statuses',
    sample: { payment_intent_ids: [EXAMPLE_ID] },
  },
  {
    id: 'startKyc',
    method: 'POST',
    path: '/compliance/v2/kyc',
    sample: {
      action: { level: 2, type: 'OCC_RULES_ENGINE' },
      customer: {
        external_id: 'player-7',
        wallet: { address: '0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c', blockchain: 'polygon' },
      },
    },
  },
  { id: 'getManifest', method: 'GET', path: '/payments/v1/widget/manifest' },
  { id: 'listSubscriptions', method: 'GET', path: SUBSCRIPTIONS },
  {
    id: 'createSubscription',
    method: 'POST',
    path: SUBSCRIPTIONS,
    sample: { endpoint: 'https://shop.example/webhooks', description: 'From the console' },
  },
  { id: 'updateSubscription', method: 'PATCH', path: `${SUBSCRIPTIONS}/{id}`, sample: { description: 'Changed' } },
  { id: 'deleteSubscription', method: 'DELETE', path: `${SUBSCRIPTIONS}/{id}` },
  { id: 'testSubscription', method: 'POST', path: `${SUBSCRIPTIONS}/{id}/test` },
  { id: 'enableSubscription', method: 'POST', path: `${SUBSCRIPTIONS}/{id}/enable` },
  { id: 'disableSubscription', method: 'POST', path: `${SUBSCRIPTIONS}/{id}/disable` },
  { id: 'rotateSubscriptionKey', method: 'POST', path: `${SUBSCRIPTIONS}/{id}/rotate-key` },
  { id: 'listDeliveries', method: 'GET', path: `${SUBSCRIPTIONS}/{id}/deliveries` },
  { id: 'replayDelivery', method: 'POST', path: `${SUBSCRIPTIONS}/{id}/deliveries/{delivery_id}/replay` },
  {
    id: 'replaySubscription',
    method: 'POST',
    path: `${SUBSCRIPTIONS}/{id}/replay`,
    query: { since: '2026-01-01T00:00:00Z' },
  },
]
