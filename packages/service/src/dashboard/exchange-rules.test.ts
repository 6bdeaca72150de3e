import type { PaymentRow } from '@coinslot/contract/dashboard-operations'
import { expect, test } from 'vitest'
import type { StoredRequest } from '../payments/asked-rules.ts'
import { exchangeOf } from './exchange-rules.ts'

const BASE_URL = 'https://pay.example'
const row = { id: 'intent', mode: 'widget', status: 'Approved', error_code: null } as PaymentRow
const request: StoredRequest = {
  kept: { buyer: { id: 'player-7' }, currency: 'USD', item: { id: 'gold' }, reference: null },
  rest: { buyer: {}, item: {}, body: {} },
}
const data = { flow: 'PAYMENT', error_code: null, widget_data: '•••', notes: [] }

test('an intent was answered with 201 and its id', () => {
  expect(exchangeOf(row, request, BASE_URL)).toMatchObject({
    path: '/payments/v2/intent',
    is_whole: true,
    status: 201,
    answered: { data: { ...data, payment_intent_id: 'intent' } },
  })
})

test('one that was refused was answered with 200 and without an id', () => {
  const refused = exchangeOf({ ...row, status: 'Refused', error_code: 'ERR01' }, request, BASE_URL)
  expect(refused.status).toBe(200)
  expect(refused.answered).toEqual({ data: { ...data, error_code: 'ERR01' } })
})

test('one for a hosted page was answered with its address, without what opens it', () => {
  expect(exchangeOf({ ...row, mode: 'redirect' }, request, BASE_URL)).toMatchObject({
    path: '/payments/v2/intent/redirect',
    status: 201,
    answered: { data: { redirect_url: 'https://pay.example/pay/intent?redirect_token=•••' } },
  })
})

test.each(['widget', 'redirect'] as const)(
  'of one in mode %s, from before requests were kept, not all is told',
  (mode) => {
    expect(exchangeOf({ ...row, mode }, { ...request, rest: null }, BASE_URL).is_whole).toBe(false)
  },
)
