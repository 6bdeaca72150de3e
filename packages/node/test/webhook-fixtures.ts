import type { WebhookEvent } from '@coinslot/contract'

export const KEY = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='
export const OTHER_KEY = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8='

export const APPROVED: WebhookEvent = {
  id: 'evt_1',
  type: 'payment_approved',
  version: '1',
  created_at: '2026-01-01T00:00:00Z',
  data: {
    payment_intent_id: '440b0e4e-ae70-4886-ad6b-1521cc22cbca',
    status: 'Approved',
    reference: 'order-7',
    amount: '9.99',
    currency: 'USD',
    item_id: 'coins-1000',
    buyer_id: 'user-1',
  },
}

/** Signatures made by another implementation (Python's hmac), so that none of the ones under test vouches for itself. */
export const VECTORS = [
  {
    name: 'an event in ASCII',
    key: KEY,
    timestamp: 1767225600,
    body: `{"id":"evt_1","type":"payment_approved","version":"1","created_at":"2026-01-01T00:00:00Z","data":{"payment_intent_id":"440b0e4e-ae70-4886-ad6b-1521cc22cbca","status":"Approved","reference":"order-7","amount":"9.99","currency":"USD","item_id":"coins-1000","buyer_id":"user-1"}}`,
    headers: {
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,USZxaotgZUuZvfHED7ECIyUYyznzWeFO4sQDl3uHLUk=',
    },
  },
  {
    name: 'an event beyond ASCII, with spaces, under another key',
    key: OTHER_KEY,
    timestamp: 1767225600,
    body: `{ "id" : "evt_2", "type":"kyc_rejected","version":"1","created_at":"2026-01-01T00:00:00Z","data":{"kyc_session_id":"6f0e8a3c-1a53-4c0b-9a35-1d5f4f0f8a11","outcome":"rejected","level":2,"external_id":"Zoë ☂","payment_intent_id":null} }`,
    headers: {
      'webhook-id': 'evt_2',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,+pAx85RcWOp/ifFu1hTPTMJZuM3U/QVotc64vXYzgRM=',
    },
  },
] as const
