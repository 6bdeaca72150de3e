import { CARDS, payByCard, seeHeading, widgetOf } from '../actors/buyer.ts'
import { buy, seeBalance } from '../actors/player.ts'
import { call } from '../stack/call.ts'
import { Stack } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

interface Deliveries {
  readonly deliveries: readonly { readonly status: string }[]
}

/** What the service knows of the shop's one delivery. */
const deliveryStatuses = async ({ serviceUrl, credentials }: Stack): Promise<string[]> => {
  const { access_token: token } = await call(serviceUrl, '/auth/v1/oauth2/token', { body: credentials })
  const path = '/notifications/v1/subscriptions'
  const [subscription] = await call<{ id: string }[]>(serviceUrl, path, { token })
  const { deliveries } = await call<Deliveries>(serviceUrl, `${path}/${subscription?.id}/deliveries`, { token })
  return deliveries.map((delivery) => delivery.status)
}

test('killed right after an approval, the service still delivers its webhook, and the shop credits once', async ({
  page,
}) => {
  const stack = await Stack.start()
  await page.goto(stack.shopUrl)
  await buy(page, 'Chest of 1,200 coins')
  const widget = widgetOf(page)
  await seeHeading(widget, 'Chest of 1,200 coins')

  // The shop is held up, so that its answer to the webhook cannot arrive before the service dies.
  stack.shop.signal('SIGSTOP')
  await payByCard(widget, CARDS.approved)
  await seeHeading(widget, 'Payment approved')
  stack.service.signal('SIGKILL')
  expect((await stack.service.ended).signal).toBe('SIGKILL')
  stack.shop.signal('SIGCONT')

  await stack.startService()
  await seeBalance(page, 1200)
  await expect.poll(() => deliveryStatuses(stack), { timeout: 60_000 }).toEqual(['delivered'])
  expect(await stack.ledger()).toMatchObject([{ kind: 'coins', coins: 1200 }])

  // The shop, too, is killed: what it has answered for is on its disk.
  stack.shop.signal('SIGKILL')
  await stack.shop.ended
  await stack.startShop()
  await page.reload()
  await seeBalance(page, 1200)
  await stack.stop()
})
