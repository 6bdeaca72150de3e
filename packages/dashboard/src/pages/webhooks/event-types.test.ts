import { expect, test } from 'vitest'
import { EVENT_TYPES, eventTypesOf } from './event-types.ts'

const chosen = (types: readonly string[]): FormData => {
  const given = new FormData()
  for (const type of types) given.append('event_types', type)
  return given
}

test('a subscription takes what was chosen, and every event that comes to be where all were', () => {
  expect(eventTypesOf(chosen(['kyc_approved', 'payment_approved']))).toEqual(['payment_approved', 'kyc_approved'])
  expect(eventTypesOf(chosen(EVENT_TYPES))).toBeNull()
  expect(eventTypesOf(chosen(['webhook_test']))).toEqual(['webhook_test'])
  expect(eventTypesOf(chosen([]))).toEqual([])
})
