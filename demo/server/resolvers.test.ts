import { expect, test } from 'vitest'
import { OpenPurchases } from './open-purchases.ts'
import { resolveIntent, resolveKyc } from './resolvers.ts'

const asking = (body: unknown) =>
  new Request('http://shop/coinslot/intent', { method: 'POST', body: JSON.stringify(body) })

test('a page names an item, and the price is the shop’s own', async () => {
  const purchase = await resolveIntent(
    'http://shop',
    new OpenPurchases(),
  )(asking({ item: 'chest', amount: '0.01', buyer: { email: 'x@y.z' } }))
  expect(purchase).toMatchObject({
    buyer: { id: 'player-1', email: 'robin@example.com' },
    items: [{ id: 'chest', amount: '9.99', image_url: 'http://shop/public/chest.webp' }],
  })
})

test('who buys what asks for an identity first is a buyer whom the sandbox asks', async () => {
  const purchase = await resolveIntent('http://shop', new OpenPurchases())(asking({ item: 'vault' }))
  expect(purchase).toMatchObject({ buyer: { id: 'player-1', email: 'kyc@example.com' } })
})

test('a purchase that is open goes on, and the next one after its end is another', async () => {
  const purchases = new OpenPurchases()
  const begin = () => resolveIntent('http://shop', purchases)(asking({ item: 'vault' }))
  const reference = purchases.referenceFor('vault')
  expect(await begin()).toMatchObject({ reference, idempotency_key: reference })
  purchases.end(reference)
  expect(await begin()).not.toMatchObject({ idempotency_key: reference })
})

test.each([{ item: 'moon' }, { item: 1 }, {}, null, 'chest', []])('%j is not for sale', async (body) => {
  expect(await resolveIntent('http://shop', new OpenPurchases())(asking(body))).toHaveProperty('status', 404)
})

test('a page names one of three levels, and the identity is the player’s', async () => {
  expect(await resolveKyc(asking({ level: 2, customer: { external_id: 'other' } }))).toMatchObject({
    action: { level: 2 },
    customer: { external_id: 'player-1' },
  })
  for (const level of [0, 4, '2', undefined]) expect(await resolveKyc(asking({ level }))).toHaveProperty('status', 400)
})
