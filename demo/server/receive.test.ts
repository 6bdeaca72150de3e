import type { WebhookEvent } from '@coinslot/contract'
import { expect, test, vi } from 'vitest'
import type { Ledger } from './ledger.ts'
import type { LivePages } from './live.ts'
import { entryOf, receive } from './receive.ts'

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

test('open pages are told once of what is in the ledger, and of nothing that is not', async () => {
  const record = vi.fn<Ledger['record']>().mockResolvedValueOnce(true).mockResolvedValueOnce(false)
  const tell = vi.fn<LivePages['tell']>()
  const ledger = { record, balance: 1200, verified: false } as unknown as Ledger
  const pages = { tell } as unknown as LivePages
  const event = payment('payment_approved', 'chest')
  await receive(event, ledger, pages)
  await receive(event, ledger, pages)
  expect(tell.mock.calls).toEqual([
    [
      {
        balance: 1200,
        verified: false,
        event: { type: 'payment_approved', coins: 1200, title: 'Chest of 1,200 coins' },
      },
    ],
  ])
  record.mockRejectedValueOnce(new Error('The disk is full'))
  await expect(receive(event, ledger, pages)).rejects.toThrow('The disk is full')
  expect(tell).toHaveBeenCalledOnce()
})
