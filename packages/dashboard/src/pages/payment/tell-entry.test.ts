import type { TimelineEntry } from '@coinslot/contract/dashboard-operations'
import { expect, test } from 'vitest'
import { tellEntry } from './tell-entry.ts'

const at = '2026-11-21T20:14:03.120Z'
const id = '00000000-0000-4000-8000-000000000000'
const card = { attempt_id: id, brand: 'visa', last_four: '0171' }
const delivery = { delivery_id: id, subscription_id: id, endpoint: 'https://shop.example/hooks/' }

const told: [entry: TimelineEntry, title: string, detail: string][] = [
  [
    { at, kind: 'card_refused', ...card, reason: 'insufficient_funds' },
    'Visa ending 0171 refused',
    'insufficient funds',
  ],
  [
    { at, kind: 'event', event_id: 'evt_1', event_type: 'payment_approved', deliveries: 0 },
    'Event payment approved',
    'No endpoint was enabled: nobody was told',
  ],
  [
    { at, kind: 'delivery_attempt', ...delivery, status_code: null, failure: 'connection_refused', duration_ms: 12 },
    'Delivery to shop.example/hooks failed',
    'connection refused after 12\u00a0ms',
  ],
  [
    { at, kind: 'delivery_attempt', ...delivery, status_code: 500, failure: 'http_status', duration_ms: 1_200 },
    'Delivery to shop.example/hooks failed',
    'status 500 after 1.2\u00a0s',
  ],
  [
    { at, kind: 'delivery_waiting', ...delivery, status: 'failed', next_attempt_at: null },
    'Not delivered to shop.example/hooks',
    'It is not tried again by itself: replay it',
  ],
  [
    { at, kind: 'delivery_waiting', ...delivery, status: 'pending', next_attempt_at: null },
    'Held back from shop.example/hooks',
    'The endpoint is disabled',
  ],
  [{ at, kind: 'ended', status: 'Approved' }, 'Approved', 'The buyer has paid'],
  [{ at, kind: 'ended', status: 'Declined' }, 'Declined', 'Nothing was charged'],
  [{ at, kind: 'ended', status: 'Expired' }, 'Expired', 'Nobody paid in time; nothing was charged'],
  [{ at, kind: 'card_given_back', ...card }, 'Visa ending 0171 given back', 'The buyer is not charged for it'],
  [{ at, kind: 'identity_decided', outcome: 'rejected' }, 'Identity rejected', ''],
  [
    { at, kind: 'delivery_attempt', ...delivery, status_code: 204, failure: null, duration_ms: 12 },
    'Delivered to shop.example/hooks',
    'status 204 after 12\u00a0ms',
  ],
]

test.each(told)('%o is told', (entry, title, detail) => expect(tellEntry(entry)).toMatchObject({ title, detail }))
