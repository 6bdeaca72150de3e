import type { SessionView } from '@coinslot/contract/checkout'
import { expect, test } from 'vitest'
import { payView, viewAt } from '../../test/support/views.ts'
import { eventOnLeaving } from './ends.ts'
import { arrive, START } from './journey.ts'

const eventsOf = (views: readonly SessionView[]) => {
  let journey = START
  return views.map((view) => {
    const arrival = arrive(journey, view)
    journey = arrival.journey
    return arrival.event
  })
}

const email = viewAt('kyc_email', {})

test('a gate that is passed on the way to pay is told once', () => {
  expect(eventsOf([email, email, payView(), payView()])).toEqual([null, null, 'kycSuccess', null])
  expect(eventsOf([email, viewAt('processing', {}), payView()])).toEqual([null, null, 'kycSuccess'])
})

test('a payment that asks for no verification tells nothing on the way', () => {
  expect(eventsOf([payView(), viewAt('processing', {}), payView({ refused: true, attempts_left: 2 })])).toEqual([
    null,
    null,
    null,
  ])
})

test('a rejection is told on arriving, once', () => {
  const rejected = viewAt('kyc_rejected', {})
  expect(eventsOf([email, rejected, rejected])).toEqual([null, 'kycFailure', null])
})

test.each([
  ['approved', 'success'],
  ['kyc_approved', 'kycSuccess'],
  ['kyc_rejected', 'closed'],
  ['kyc_pending', 'closed'],
  ['declined', 'closed'],
  ['expired', 'closed'],
  ['phone_done', 'closed'],
  ['message', 'closed'],
  ['challenge', 'closed'],
  ['processing', 'closed'],
  ['pay', 'closed'],
  [null, 'closed'],
] as const)('leaving from %s is told as %s', (step, event) => {
  expect(eventOnLeaving(step)).toBe(event)
})
