import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { intentIdOf, lastPayment } from './last-payment.ts'

const ID = '6f1c9a52-5b0e-4c1e-9d2f-0a1b2c3d4e5f'
const asked = (cookie?: string) => lastPayment({ headers: { cookie } } as IncomingMessage)

test('the payment is read from its cookie, among others, and from nothing else', () => {
  expect(asked(`a=b; last_payment=${ID}; c=d`)).toBe(ID)
  expect(asked(`xlast_payment=${ID}`)).toBeNull()
  expect(asked(`last_payment=${ID}0`)).toBeNull()
  expect(asked('last_payment=../../statuses')).toBeNull()
  expect(asked()).toBeNull()
})

test('the address of the hosted page names its payment', () => {
  expect(intentIdOf(`https://pay.test/base/pay/${ID}?redirect_token=secret`)).toBe(ID)
})
