import { describe, expect, test } from 'vitest'
import { paymentIntentRequestSchema, paymentIntentSchema, statusesRequestSchema } from './payment-intent.ts'

const request = {
  transaction_type: 'BUY_VDA',
  buyer: { email: 'player@example.com' },
  currency: 'USD',
  idempotency_key: 'order-1',
  items: [{ id: 'coins-100', title: '100 coins', amount: '9.99' }],
}
const id = '0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a52'

/** The paths at which a request is refused. */
const refusals = (change: object): string[] => {
  const { error } = paymentIntentRequestSchema.safeParse({ ...request, ...change })
  return (error?.issues ?? []).map((issue) => issue.path.join('.'))
}

describe('payment intent request (service.md, decisions.md §3)', () => {
  test('takes the smallest request, and drops unknown fields', () => {
    expect(paymentIntentRequestSchema.parse({ ...request, extra: 1 })).toEqual(request)
  })

  test.each([
    ['another transaction type', { transaction_type: 'SELL' }, 'transaction_type'],
    ['another currency', { currency: 'GBP' }, 'currency'],
    ['a buyer without e-mail and wallet', { buyer: { id: 'player-1' } }, 'buyer'],
    ['a wallet without a blockchain', { buyer: { wallet: { address: '0x1' } } }, 'buyer.wallet.blockchain'],
    ['no item', { items: [] }, 'items'],
    ['two items', { items: [request.items[0], request.items[0]] }, 'items'],
    ['an item without a title', { items: [{ id: 'a', amount: '1.00' }] }, 'items.0.title'],
    ['an amount with one decimal', { items: [{ id: 'a', title: 'a', amount: '1.0' }] }, 'items.0.amount'],
    ['an image that is not http(s)', { items: [{ ...request.items[0], image_url: 'data:,' }] }, 'items.0.image_url'],
    ['an idempotency key of 1001 characters', { idempotency_key: 'k'.repeat(1001) }, 'idempotency_key'],
    ['a reference of 101 characters', { reference: 'r'.repeat(101) }, 'reference'],
    ['an empty reference', { reference: '' }, 'reference'],
    ['an empty id of a buyer', { buyer: { ...request.buyer, id: '' } }, 'buyer.id'],
    ['an empty blockchain', { buyer: { wallet: { address: '0x1', blockchain: '' } } }, 'buyer.wallet.blockchain'],
  ])('refuses %s at its path', (_, change, path) => {
    expect(refusals(change)).toEqual([path])
  })

  test('takes an item whose description is empty', () => {
    expect(refusals({ items: [{ ...request.items[0], description: '' }] })).toEqual([])
  })

  test('takes a key of 1000 and a reference of 100 characters', () => {
    expect(refusals({ idempotency_key: 'k'.repeat(1000), reference: 'r'.repeat(100) })).toEqual([])
  })
})

describe('payment intent response (service.md)', () => {
  const answer = { flow: 'PAYMENT', widget_data: 'e30', notes: [] }

  test.each([
    ['success', { ...answer, error_code: null, payment_intent_id: id }],
    ['KYC required', { ...answer, error_code: 'ERR06', payment_intent_id: id }],
    ['banned customer', { ...answer, error_code: 'ERR01' }],
    ['sanctioned country', { ...answer, error_code: 'ERR03' }],
    ['wallet check failed', { ...answer, error_code: 'ERR15' }],
  ])('has a variant for %s', (_, value) => {
    expect(paymentIntentSchema.parse(value)).toEqual(value)
  })

  test('never says success without an intent', () => {
    expect(paymentIntentSchema.safeParse({ ...answer, error_code: null }).success).toBe(false)
  })
})

describe('statuses request (service.md, "Limits")', () => {
  test.each([
    [0, false],
    [1, true],
    [100, true],
    [101, false],
  ])('with %i ids: %s', (count, taken) => {
    const body = { payment_intent_ids: Array.from({ length: count }, () => id) }
    expect(statusesRequestSchema.safeParse(body).success).toBe(taken)
  })
})
