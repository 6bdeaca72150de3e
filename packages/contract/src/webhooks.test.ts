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

test.each(['', '0', '101', '1.5', '1e1', '0x10', ' 5', '+5', 'many'])(
  'a page of %s deliveries is refused with what may be asked for',
  (limit) => {
    expect(deliveriesQuerySchema.safeParse({ limit }).error?.issues[0]).toMatchObject({
      message: 'must be a whole number from 1 to 100',
    })
  },
)

test.each([
  [[], 'must have at least 1 element'],
  [Array.from({ length: 7 }, () => 'payment_approved'), 'must have at most 6 elements'],
])('the types of events %j are refused with how many there may be', (event_types, message) => {
  const endpoint = 'https://shop.example/webhook'
  expect(subscriptionCreateSchema.safeParse({ endpoint, event_types }).error?.issues).toMatchObject([{ message }])
})
