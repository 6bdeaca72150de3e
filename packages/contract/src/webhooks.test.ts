import { expect, test } from 'vitest'
import { deliveriesQuerySchema, subscriptionCreateSchema, subscriptionPatchSchema } from './webhooks.ts'

const endpoint = 'https://shop.example/hook'

test('a new subscription is enabled and has no description, unless its fields say otherwise', () => {
  expect(subscriptionCreateSchema.parse({ endpoint })).toEqual({ endpoint, description: '', status: 'enabled' })
})

test('types of events are null for all of them, or at least one', () => {
  const accepts = (event_types: unknown) => [
    subscriptionCreateSchema.safeParse({ endpoint, event_types }).success,
    subscriptionPatchSchema.safeParse({ event_types }).success,
  ]
  expect([null, ['kyc_approved'], [], ['kyc_pending']].map(accepts)).toEqual([
    [true, true],
    [true, true],
    [false, false],
    [false, false],
  ])
})

test('a page of deliveries has 20, or as many from 1 to 100 as are asked for', () => {
  expect(deliveriesQuerySchema.parse({})).toEqual({ limit: 20 })
  const accepts = (limit: string) => deliveriesQuerySchema.safeParse({ limit }).success
  expect(['0', '1', '100', '101', '1.5', 'x'].map(accepts)).toEqual([false, true, true, false, false, false])
})
