import { call } from '../stack/call.ts'
import { expect, test } from '../stack/test.ts'

test('who reads a long list to its end, opens a row and comes back is where they were', async ({ page, stack }) => {
  const { access_token: token } = await call(stack.serviceUrl, '/auth/v1/oauth2/token', { body: stack.credentials })
  for (let nr = 1; nr <= 60; nr += 1) {
    const item = { id: 'coins', title: `Purchase ${nr}`, amount: '1.00', image_url: 'https://shop.example/c.png' }
    const buyer = { id: `player-${nr}`, email: `p${nr}@example.com` }
    const body = { transaction_type: 'BUY_VDA', buyer, currency: 'USD', idempotency_key: `list-${nr}`, items: [item] }
    await call(stack.serviceUrl, '/payments/v2/intent', { body, token })
  }
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const more = page.getByRole('button', { name: 'Show older' })
  await more.focus()
  for (let pages = 0; pages < 9 && (await more.count()) > 0; pages += 1) {
    const rows = await page.getByRole('row').count()
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('row').count()).toBeGreaterThan(rows)
  }
  await expect(page.locator('.list-end')).toBeFocused()
  await expect(page.locator('.list-end')).toHaveText('There are no older ones.')

  const all = await page.getByRole('row').count()
  const first = page.getByRole('row', { name: 'Purchase 1 coins' }).getByRole('link')
  await first.press('Enter')
  await expect(page.getByRole('heading', { name: 'Purchase 1' })).toBeVisible()
  await page.goBack()
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  await expect(page.getByRole('row')).toHaveCount(all)

  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(more).toBeVisible()
})

test('the focus stays near where a control goes away with its own press', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/requests?request_id=nowhere`)
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const bans = page.getByRole('region', { name: 'Banned customers' })
  const names = ['first@focus.example', 'second@focus.example']
  for (const name of names) {
    await bans.getByRole('textbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(bans.getByRole('cell', { name })).toBeVisible()
  }
  await bans.getByRole('row', { name: 'second@' }).getByRole('button', { name: 'Lift' }).press('Enter')
  await expect(bans.getByRole('table')).toBeFocused()
  await bans.getByRole('row', { name: 'first@' }).getByRole('button', { name: 'Lift' }).press('Enter')
  await expect(bans).toBeFocused()

  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Your session has ended · Coinslot')
})

test('rows that are no longer kept up to date are said to be of before, until they are again', async ({
  page,
  stack,
}) => {
  await page.clock.install()
  await page.goto(await stack.dashboardLink())
  const before = { payments: [], next_cursor: 'next', searched_until: '2026-11-01T10:00:00.000Z' }
  let streams = 0
  const live = '**/payments/live*'
  await page.route(live, (route) => {
    streams += 1
    if (streams > 1) return route.abort()
    return route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(before)}\n\n` })
  })
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  await expect(page.getByText('Looked back to')).toBeVisible()
  await expect.poll(() => streams).toBeGreaterThan(1)
  const told = page.getByRole('status').filter({ hasText: 'what is shown is of before' })
  await expect(told).toBeHidden()
  await page.clock.runFor(11_000)
  await expect(told).toBeVisible()
  await page.unroute(live)
  await expect(page.getByText('Looked back to')).toBeHidden()
  await expect(told).toBeHidden()
})
