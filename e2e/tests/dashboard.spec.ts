import type { Locator } from '@playwright/test'
import { CARDS, payByCard, press, seeHeading, widgetOf } from '../actors/buyer.ts'
import { buy, seeBalance, seeLogged } from '../actors/player.ts'
import { call } from '../stack/call.ts'
import { createIntents } from '../stack/create-intents.ts'
import { Stack } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

test('the dashboard shows why the coins did not come, and Replay brings them', async ({ page, context, defer }) => {
  const stack = await Stack.start()
  defer(() => stack.stop())
  await page.goto(stack.shopUrl)

  // A first buyer is refused, and leaves.
  await buy(page, 'Chest of 1,200 coins')
  await payByCard(widgetOf(page), CARDS.declined)
  await seeHeading(widgetOf(page), 'Payment declined')
  await press(widgetOf(page), 'Close')
  // Until the shop has heard of it, the purchase goes on.
  await seeLogged(page, 'payment_declined')

  // A second one pays while the shop is down.
  await buy(page, 'Chest of 1,200 coins')
  // The form is there before the shop has answered; the price comes with the answer.
  await widgetOf(page).getByRole('button', { name: 'Pay $9.99' }).waitFor()
  await stack.shop.stop()
  await payByCard(widgetOf(page), CARDS.approved)
  await seeHeading(widgetOf(page), 'Payment approved')

  const dashboard = await context.newPage()
  await dashboard.goto(await stack.dashboardLink())
  await expect(dashboard.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(dashboard.url()).toBe(`${stack.serviceUrl}/dashboard`)
  await dashboard.getByText('As a table').click()
  const hours = dashboard.getByRole('table', { name: 'Payments per hour' }).getByRole('row')
  await expect(hours.filter({ hasText: 'so far' })).toHaveCount(1)
  await dashboard.getByRole('link', { name: 'Payments' }).click()
  const payments = dashboard.getByRole('table', { name: 'Payments' })
  for (const name of ['Created', 'Item', 'Amount', 'Status', 'Payment']) {
    await expect(payments.getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await expect(payments.getByRole('row')).toHaveText([/Status/, /Approved/, /Declined/])
  await payments
    .getByRole('row', { name: /Approved/ })
    .getByRole('link')
    .click()

  const timeline = dashboard.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'failed' }).first()).toContainText('connection refused')
  await expect(timeline).toContainText(/Waiting for [^]*Next attempt at/)
  expect(await stack.ledger().catch(() => [])).toEqual([])

  // What happens appears while one looks.
  await stack.startShop()
  await dashboard.getByRole('button', { name: 'Replay', exact: true }).click()
  await expect(timeline).toContainText('Delivered to')
  await expect(timeline).not.toContainText('Waiting for')
  await page.goto(stack.shopUrl)
  await seeBalance(page, 1200)

  await timeline.getByRole('link').first().click()
  await expect(dashboard.getByRole('main', { name: 'Delivery' })).toBeFocused()
  await seeHeading(dashboard, 'Payment approved')
  const attempts = dashboard.getByRole('article', { name: 'Attempt' })
  const before = await attempts.count()
  await dashboard.getByRole('button', { name: 'Replay', description: /^to http/ }).click()
  await expect(dashboard.locator('.heard')).toHaveText(`Attempt ${before + 1}: status 200`)
  await expect(attempts).toHaveCount(before + 1)

  await dashboard.getByRole('link', { name: 'Settings' }).click()
  await expect(dashboard.getByRole('table', { name: 'Audit log' })).toContainText('replayDelivery')
  // Lists of the whole service are for operators.
  await expect(dashboard.getByRole('region', { name: 'Banned customers' })).toHaveCount(0)
  await expect(
    dashboard.getByRole('table', { name: 'Products and limits' }).getByRole('button', { name: 'Edit' }),
  ).toHaveCount(0)
  await dashboard.getByRole('button', { name: 'Sign out' }).click()
  await seeHeading(dashboard, 'Your session has ended')
  expect((await dashboard.goto(`${stack.serviceUrl}/dashboard/payments`))?.status()).toBe(401)
  await expect(dashboard.getByText('coinslot-service dashboard')).toBeVisible()
})

test('everything can be reached with the keyboard alone', async ({ page, defer }) => {
  const stack = await Stack.start()
  defer(() => stack.stop())
  await page.goto(await stack.dashboardLink())
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  for (const name of ['Coinslot, to the overview', 'Overview', 'Payments', 'Webhooks']) {
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name, exact: true })).toBeFocused()
  }
  await page.keyboard.press('Enter')
  const test = page.getByRole('button', { name: 'Send test' })
  await expect(test).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Export CSV' }).first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(test).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Delivered: status' })).toBeVisible()
})

test('what is typed into a filter stays as it was typed, and counts', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?created_from=2026-11-01T10:00:00.000Z`)
  const filter = (name: string) => new URL(page.url()).searchParams.get(name)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.pressSequentially('red ')
  await expect.poll(() => filter('text')).toBe('red')
  await search.pressSequentially('sword')
  await expect.poll(() => filter('text')).toBe('red sword')

  // A year comes digit by digit: 0002, 0020, 0202, 2025.
  const from = page.getByLabel('From')
  await from.focus()
  for (const digit of '11202025') await page.keyboard.press(digit)
  await expect(from).toHaveValue(/^2025-11-20T/)
  await expect.poll(() => filter('created_from')).toMatch(/^2025-11-20T/)
  await from.fill('')
  await expect.poll(() => filter('created_from')).toBe(null)

  // Nothing is lost between two fields, or after a field was emptied.
  const least = page.getByRole('searchbox', { name: 'At least' })
  const most = page.getByRole('searchbox', { name: 'At most' })
  await least.fill('5')
  await most.fill('9')
  await expect.poll(() => [filter('amount_min'), filter('amount_max')]).toEqual(['5.00', '9.00'])
  await least.press('End')
  await least.pressSequentially('0')
  await expect.poll(() => filter('amount_min')).toBe('50.00')
})

test('a double press makes one thing, and a form for one thing is not saved to another', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await page.getByText('Create a merchant').click()
  await page.getByLabel('Name that buyers see').fill('Double Click Games')
  await page.getByRole('button', { name: 'Create merchant' }).dblclick()
  await page.getByText('the first client of').getByRole('link', { name: 'Double Click Games' }).click()
  await page.getByText('Create a client').click()
  const create = page.getByRole('button', { name: 'Create', exact: true })
  let tellPressedTwice = (): void => undefined
  const isPressedTwice = new Promise<void>((resolve) => (tellPressedTwice = resolve))
  await page.route('**/clients', async (route) => {
    await isPressedTwice
    await route.continue()
  })
  for (const key of ['Enter', 'Enter']) await create.press(key)
  tellPressedTwice()
  await expect(page.getByText('The client is there')).toBeVisible()
  // As the end of a double click whose beginning has been answered already.
  await create.dispatchEvent('click', { detail: 2 })
  const clients = page.getByRole('table', { name: 'Clients' })
  const edits = clients.getByRole('button', { name: 'Edit' })
  await expect(edits).toHaveCount(2)
  await expect(page.getByRole('option', { name: 'Double Click Games' })).toHaveCount(1)

  await edits.first().click()
  const origins = page.getByRole('form', { name: /^Change/ }).getByLabel('Origins')
  await origins.fill('https://first.example')
  await edits.last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(origins).toHaveValue('')
  await expect(edits).toHaveCount(2)
})

test('an operator sees whose rows these are, whatever was chosen before, and how long the names are', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const long = 'w'.repeat(100)
  await page.getByText('Create a merchant').click()
  await page.getByLabel('Name that buyers see').fill(long)
  await page.getByRole('button', { name: 'Create merchant' }).click()
  await expect(page.getByRole('table', { name: 'Audit log' }).getByRole('link', { name: long })).toBeVisible()
  for (const width of [1280, 960, 390, 320]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }

  const choice = page.getByRole('combobox', { name: 'Merchant' })
  const middleOf = async (place: Locator) => {
    const { y, height } = (await place.boundingBox()) ?? { y: NaN, height: 0 }
    return y + height / 2
  }
  expect(await middleOf(choice)).toBeCloseTo(await middleOf(page.getByRole('button', { name: 'Sign out' })), 0)
  const made = page.getByRole('table', { name: 'Audit log' }).getByText('createMerchant').first()
  await choice.selectOption({ label: 'Test merchant' })
  await expect(made).toBeHidden()
  for (const label of [long, 'All merchants', long]) await choice.selectOption({ label })
  await expect(made).toBeVisible()
  await page.getByRole('link', { name: 'Coinslot, to the overview' }).click()
  await expect(page).toHaveURL(`${stack.serviceUrl}/dashboard`)
  await expect(choice.getByRole('option', { selected: true })).toHaveText('All merchants')

  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await choice.selectOption({ label: long })
  await page.getByText('Add an endpoint').click()
  await page.getByLabel('Endpoint', { exact: true }).first().fill('http://127.0.0.1:9/of-one')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('The endpoint is subscribed')).toBeVisible()
  const endpoint = page.getByRole('search', { name: 'Deliveries' }).getByRole('combobox', { name: 'Endpoint' })
  await endpoint.selectOption({ label: '127.0.0.1:9/of-one' })
  const chosen = await endpoint.inputValue()
  await choice.selectOption({ label: 'Test merchant' })
  await expect(endpoint.getByRole('option')).toHaveCount(3)
  await expect(endpoint).toHaveValue(chosen)
  await endpoint.selectOption({ label: 'Any' })
  await expect(page.getByRole('table', { name: 'Deliveries' }).or(page.getByText('No deliveries'))).toBeVisible()
  expect(new URL(page.url()).searchParams.has('subscription')).toBe(false)
  await expect(page.getByText('The signing key of http://127.0.0.1:9/of-one')).toBeVisible()

  const [id = ''] = await createIntents(stack, [{ title: 'Coins', reference: 'of-one-merchant' }])
  await page.goto(`${stack.serviceUrl}/dashboard/payments?reference=of-one-merchant`)
  await choice.selectOption({ label: 'Test merchant' })
  await page.getByRole('link', { name: id.slice(-8) }).click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Test merchant' })).toBeVisible()
  await page.getByRole('link', { name: 'Payments that match' }).click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  await expect(choice.getByRole('option', { selected: true })).toHaveText('Test merchant')

  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const clients = page.getByRole('combobox', { name: 'Client' }).getByRole('option')
  await expect.poll(() => clients.count()).toBeGreaterThan(1)
  await choice.selectOption({ label: long })
  await expect(clients).toHaveCount(1)
})

test('names of any length and direction stay in their place', async ({ page, stack }) => {
  const { access_token: token } = await call(stack.serviceUrl, '/auth/v1/oauth2/token', { body: stack.credentials })
  const title = 'w'.repeat(100)
  const body = {
    transaction_type: 'BUY_VDA',
    buyer: { id: 'קונה', email: 'ada@example.com' },
    currency: 'USD',
    idempotency_key: 'names',
    items: [{ id: 'gold', title, amount: '9.99' }],
    reference: 'הזמנה',
  }
  await call(stack.serviceUrl, '/payments/v2/intent', { body, token })
  await page.goto(await stack.dashboardLink())
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  const row = page.getByRole('table', { name: 'Payments' }).getByRole('row', { name: title })
  const start = async (text: string) => (await row.getByText(text, { exact: true }).boundingBox())?.x
  expect(await start('קונה')).toBeLessThan((await start('הזמנה')) ?? 0)

  await page.setViewportSize({ width: 390, height: 800 })
  await row.getByRole('link').click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('a list whose filter leaves no row says so, exports no others, and shows all of them again', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests?request_id=nowhere&outcome=refused`)
  await expect(page.getByText('No request matches')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()
  await expect(page).toHaveURL(`${stack.serviceUrl}/dashboard/requests`)
  await expect(page.getByRole('searchbox', { name: 'Request id' })).toHaveValue('')

  for (const [path, sentence, rows] of [
    ['webhooks?event_type=kyc_rejected', 'No delivery matches', 'deliveries'],
    ['identity?level=3', 'No identity check matches', 'identity checks'],
    ['requests?outcome=refused&request_id=nowhere', 'No request matches', 'requests'],
  ] as const) {
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    await expect(page.getByText(sentence)).toBeVisible()
    const asked = page.waitForRequest(/\.csv/)
    await page.getByRole('link', { name: `Export CSV of ${rows}`, exact: true }).click()
    expect(new URL((await asked).url()).search).toBe(path.slice(path.indexOf('?')))
  }
})

test('a tab says whose rows it shows once another one has signed in as somebody else', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  const choice = page.getByRole('combobox', { name: 'Merchant' })
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(choice).toBeHidden()
  const other = await page.context().newPage()
  await other.goto(await stack.dashboardLink(['--operator']))
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await expect(choice).toBeVisible()
  await expect(page).toHaveURL(`${stack.serviceUrl}/dashboard/payments`)
  await other.close()
})

test('who opens a page before signing in is led to it by the link', async ({ page, stack }) => {
  const asked = `${stack.serviceUrl}/dashboard/webhooks?event_type=kyc_rejected`
  await page.goto(asked)
  await seeHeading(page, 'Sign in to the dashboard')
  const other = await page.context().newPage()
  await other.goto(await stack.dashboardLink())
  await expect(other).toHaveURL(asked)
  await expect(other.getByText('No delivery matches')).toBeVisible()
  await other.goto(await stack.dashboardLink())
  await expect(other).toHaveURL(`${stack.serviceUrl}/dashboard`)
})

test('who has signed out in another tab is told so by the next press', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const send = page.getByRole('button', { name: 'Send the request' })
  await expect(send).toBeEnabled()
  const other = await page.context().newPage()
  await other.goto(`${stack.serviceUrl}/dashboard`)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await seeHeading(other, 'Your session has ended')
  await send.press('Enter')
  await seeHeading(page, 'Your session has ended')
})

test('the keyboard goes into a form that is opened, and back when it is closed', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const change = page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: 'Edit' }).first()
  // While what stands above it is on its way it is not seen, and takes no key.
  await expect(change).toBeVisible()
  await change.press('Enter')
  const form = page.getByRole('form', { name: /^Change/ })
  await expect(form.getByRole('heading', { name: /^Change/ })).toBeVisible()
  await expect(form.getByLabel('Origins')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(form).toBeHidden()
  await expect(change).toBeFocused()

  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await page.getByRole('button', { name: 'Edit' }).first().press('Enter')
  await expect(page.getByLabel('Endpoint', { exact: true }).first()).toBeFocused()
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeFocused()

  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const send = page.getByRole('button', { name: 'Send the request' })
  await expect(send).toBeEnabled()
  await send.press('Enter')
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible()
  await expect(send).toBeFocused()
})

test('a page whose code does not come says so, and is loaded again', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  const code = '**/dashboard/assets/webhooks-page-*'
  await page.route(code, (route) => route.abort())
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('This page did not come')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  const failedAgain = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/webhooks-page-'))
  await page.goBack()
  await failedAgain
  await page.unroute(code)
  await page.getByRole('button', { name: 'Load it again' }).click()
  await expect(page.getByRole('button', { name: 'Edit' }).first()).toBeVisible()
})

test('older rows that cannot be had are told of', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  const first = { payments: [], next_cursor: 'next', searched_until: '2026-11-01T10:00:00.000Z' }
  await page.route('**/payments/live*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: `data: ${JSON.stringify(first)}\n\n` }),
  )
  await page.route('**/payments?cursor=next', (route) => route.abort())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const more = page.getByRole('button', { name: 'Look further back' })
  await more.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The service cannot be reached' })).toBeVisible()
  await expect(more).toBeFocused()
})
