import type { WebhookEvent } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { entryOf } from './receive.ts'

const intentId = '6f1c9a52-5b0e-4c1e-9d2f-0a1b2c3d4e5f'
const payment = (type: 'payment_approved' | 'payment_declined', itemId: string): WebhookEvent => ({
  id: 'msg_1',
  type,
  version: '1',
  created_at: '2030-01-01T00:00:00.000Z',
  data: {
    payment_intent_id: intentId,
    status: type === 'payment_approved' ? 'Approved' : 'Declined',
    reference: null,
    amount: '0.01',
    currency: 'USD',
    item_id: itemId,
    buyer_id: 'player-1',
  },
})

test('an approved payment brings the coins of the catalogue, whatever was paid', () => {
  expect(entryOf(payment('payment_approved', 'chest'))).toEqual({
    eventId: 'msg_1',
    intentId,
    kind: 'coins',
    coins: 1200,
    itemId: 'chest',
    at: '2030-01-01T00:00:00.000Z',
  })
})

test('a declined payment, and one for an item that is not sold, bring nothing', () => {
  expect(entryOf(payment('payment_declined', 'chest'))).toBeNull()
  expect(entryOf(payment('payment_approved', 'moon'))).toBeNull()
})
