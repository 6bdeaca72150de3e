import { kycIdentityRequestSchema, payRequestSchema } from '@coinslot/contract'
import { expect, test } from 'vitest'
import { readInput } from './read-input.ts'

const problems = { full_name: 'full_name', phone: 'phone' } as const

test('answers what is wrong with a field that was filled in', () => {
  const typed = { full_name: 'Ada Lovelace', phone: '' }
  expect(readInput(kycIdentityRequestSchema, typed, problems)).toEqual({ problem: 'phone' })
  const card = { number: '4', expiry_month: 13, expiry_year: 2028, security_code: '123', name: 'Ada' }
  const request = { attempt_key: '0b54ae9c-0000-4000-8000-000000000001', card }
  expect(readInput(payRequestSchema, request, { 'card.expiry_month': 'card_expiry' })).toEqual({
    problem: 'card_expiry',
  })
})

test('refuses a body that is not of the form', () => {
  for (const body of [undefined, null, [], {}, { full_name: 7, phone: '1' }]) {
    const refusal = expect.objectContaining({ name: 'ApiError', status: 400 })
    expect(() => readInput(kycIdentityRequestSchema, body, problems)).toThrow(refusal)
  }
})

test('gives what fits', () => {
  const typed = { full_name: 'Ada Lovelace', phone: '+15555550123' }
  expect(readInput(kycIdentityRequestSchema, typed, problems)).toEqual({ data: typed })
})
