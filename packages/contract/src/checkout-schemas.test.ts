import { expect, test } from 'vitest'
import { kycAddressRequestSchema, kycCodeRequestSchema, payRequestSchema } from './checkout-schemas.ts'

const payment = {
  attempt_key: '0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a52',
  card: { number: '4111111111111111', expiry_month: 12, expiry_year: 2099, security_code: '1234', name: 'Ada' },
}
const address = { street: '1 Navy Yard', city: 'Arlington', postal_code: '22202', country: 'US' }

test('takes what a buyer types', () => {
  expect(payRequestSchema.parse(payment)).toEqual(payment)
  expect(kycAddressRequestSchema.parse(address)).toEqual(address)
  expect(kycAddressRequestSchema.safeParse({ ...address, postal_code: '', country: 'HK' }).success).toBe(true)
  expect(kycCodeRequestSchema.safeParse({ code: '1'.repeat(16) }).success).toBe(true)
})

test.each([
  { number: '4'.repeat(33) },
  { expiry_month: 0 },
  { expiry_month: 13 },
  { expiry_year: 1999 },
  { expiry_year: 2100 },
  { expiry_year: 2028.5 },
  { security_code: '12345' },
  { name: 'A'.repeat(101) },
])('takes no card with %j', (change) => {
  const { error } = payRequestSchema.safeParse({ ...payment, card: { ...payment.card, ...change } })
  expect(error?.issues.map(({ path }) => path)).toEqual([['card', ...Object.keys(change)]])
})

test.each([
  { street: '' },
  { city: '' },
  { postal_code: '1'.repeat(21) },
  { country: 'us' },
  { country: 'USA' },
  { country: '' },
])('takes no address with %j', (change) => {
  const { error } = kycAddressRequestSchema.safeParse({ ...address, ...change })
  expect(error?.issues.map(({ path }) => path)).toEqual([Object.keys(change)])
})

test('takes no code of more than 16 characters', () => {
  expect(kycCodeRequestSchema.safeParse({ code: '1'.repeat(17) }).success).toBe(false)
})
