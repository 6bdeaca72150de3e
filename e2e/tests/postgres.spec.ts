import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { buy, seeBalance } from '../actors/player.ts'
import { startPostgres } from '../stack/postgres.ts'
import { Stack } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

test('a purchase on Postgres, before and after a restart of the service', async ({ page, defer }) => {
  const postgres = await startPostgres()
  defer(postgres.stop)
  const stack = await Stack.start({
    serviceEnv: {
      COINSLOT_DATABASE_URL: postgres.url,
      COINSLOT_MODE: 'sandbox',
      COINSLOT_SECRET_KEY: 'a secret of 32 characters or more',
      COINSLOT_DRAIN_SECONDS: '0',
    },
  })
  defer(() => stack.stop())
  await page.goto(stack.shopUrl)
  await buy(page, 'Chest of 1,200 coins')
  await payByCard(widgetOf(page), CARDS.approved)
  await seeHeading(widgetOf(page), 'Payment approved')
  await press(widgetOf(page), 'Done')
  await seeBalance(page, 1200)

  stack.service.signal('SIGTERM')
  expect((await stack.service.ended).code).toBe(0)
  await stack.startService()
  await buy(page, 'Pouch of 500 coins')
  await payByCard(widgetOf(page), CARDS.approved)
  await seeHeading(widgetOf(page), 'Payment approved')
  await seeBalance(page, 1700)
  expect(await stack.ledger()).toHaveLength(2)
})
