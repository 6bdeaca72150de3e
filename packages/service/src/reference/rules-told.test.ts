import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

const { schemas } = openApiDocument('https://pay.example').components as { schemas: Record<string, unknown> }

test('the reference says that a buyer has an email or a wallet', () => {
  expect(schemas).toHaveProperty(
    'PaymentIntentRequest.properties.buyer.description',
    'With an email or a wallet, or both',
  )
})

test.each([
  'PaymentIntentRequest.properties.items.items.properties.image_url',
  'SubscriptionCreate.properties.endpoint',
  'SubscriptionPatch.properties.endpoint',
  'Subscription.properties.endpoint',
])('the reference says of %s that it is a whole address', (field) => {
  expect(schemas).toHaveProperty(`${field}.format`, 'uri')
  expect(schemas).toHaveProperty(`${field}.description`, expect.stringContaining('Absolute http or https URL'))
})

test('the reference says of an endpoint that it holds no password', () => {
  expect(schemas).toHaveProperty(
    'SubscriptionCreate.properties.endpoint.description',
    expect.stringContaining('password'),
  )
})
