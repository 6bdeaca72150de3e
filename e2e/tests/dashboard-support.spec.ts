import { readFile } from 'node:fs/promises'
import type { Locator } from '@playwright/test'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

test('who reads a long list to its end, opens a row and comes back is where they were', async ({ page, stack }) => {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1)
  const orders = numbers.map((nr) => ({ title: `Purchase ${nr}`, reference: `list-${nr}` }))
  await createIntents(stack, orders)
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const more = page.getByRole('button', { name: 'Show older' })
  const rows = page.getByRole('row')
  await expect(more).toBeVisible()
  for (let pages = 0; pages < 9 && (await more.count()) > 0; pages += 1) {
    const before = await rows.count()
    await more.press('Enter')
    // What has come is where the button was, and is read out.
    await expect(rows.nth(before)).toBeFocused()
    await expect(rows.nth(before)).toBeInViewport({ ratio: 1 })
    const said = new RegExp(`^${(await rows.count()) - before} rows?(, and there are older ones)?$`)
    await expect(page.locator('dashboard-heard')).toHaveText(said)
  }
  await expect(page.locator('.list-end')).toHaveText('There are no older ones.')

  const all = await page.getByRole('row').count()
  const first = page.getByRole('row', { name: 'Purchase 1 coins' }).getByRole('link')
  await first.press('Enter')
  await expect(page.getByRole('heading', { name: 'Purchase 1' })).toBeVisible()
  await page.goBack()
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  await expect(page.getByRole('row')).toHaveCount(all)
  await expect(page.locator('.list-end')).toHaveText('There are no older ones.')

  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(more).toBeVisible()
})

test('on a phone the lines of a row begin below each other', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Aligned', reference: 'aligned-1' }])
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?text=aligned-1`)
  const row = page.getByRole('row', { name: 'Aligned' })
  const parts = [row.getByText('Aligned', { exact: true }), row.locator('time'), row.getByRole('link')]
  await expect(row).toBeVisible()
  const begins = await Promise.all(parts.map(async (part) => Math.round((await part.boundingBox())?.x ?? 0)))
  expect(new Set(begins).size, begins.join(', ')).toBe(1)
  // A line above the first of them would go through the round corners of the list.
  await expect(row).toHaveCSS('border-top-width', '0px')
})

test('the focus stays near where a control goes away with its own press', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/requests?request_id=nowhere`)
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const bans = page.getByRole('region', { name: 'Banned customers' })
  const names = ['first', 'second', 'third', 'fourth'].map((name) => `${name}@focus.example`)
  for (const name of names) {
    await bans.getByRole('textbox').fill(name)
    await page.keyboard.press('Enter')
    await expect(bans.getByRole('cell', { name })).toBeVisible()
  }
  const rows = bans.getByRole('row')
  const lift = (row: Locator) => row.getByRole('button', { name: 'Lift' }).press('Enter')
  const last = await rows.nth(4).getByRole('cell').first().innerText()
  await lift(rows.nth(3))
  await expect(rows.filter({ hasText: last })).toBeFocused()
  for (const left of [3, 2]) {
    await expect(rows).toHaveCount(left + 1)
    await lift(rows.nth(left))
    await expect(rows.nth(left - 1)).toBeFocused()
  }
  await expect(rows).toHaveCount(2)
  await bans.getByRole('row', { name: '@focus.example' }).getByRole('button', { name: 'Lift' }).press('Enter')
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
  await page.clock.pauseAt(Date.now() + 60_000)
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

test('the file of a list has the rows that its filters leave, and the page says why there is none', async ({
  page,
  stack,
}) => {
  await createIntents(stack, [
    { title: 'Coins', reference: 'asked-for' },
    { title: 'Coins', reference: 'left-out' },
  ])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?reference=asked-for`)
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe('payments.csv')
  const rows = await readFile(await download.path(), 'utf8')
  expect(rows).toContain('asked-for')
  expect(rows).not.toContain('left-out')

  await page.route(/payments\.csv/, (route) => route.abort())
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The service cannot be reached' })).toBeVisible()
})

test('a file that leaves out rows of its list is said to, until that is read', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const name = 'payments.csv'
  const headers = { 'content-disposition': `attachment; filename="${name}"`, 'x-coinslot-more-rows': 'true' }
  await page.route(/payments\.csv/, (route) => route.fulfill({ contentType: 'text/csv', headers, body: 'id\r\n1\r\n' }))
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  expect((await started).suggestedFilename()).toBe(name)
  const told = page.getByRole('status').filter({ hasText: 'The file ends before the list does' })
  await expect(told.getByRole('button', { name: 'Dismiss' })).toBeVisible()
})

test('a payment that is open can be made to expire, and one that has ended cannot', async ({ page, stack }) => {
  const [id] = await createIntents(stack, [{ title: 'Coins', reference: 'to-expire' }])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments/${id}`)
  const expire = page.getByRole('button', { name: 'Let it expire' })
  await expire.click()
  await expect(page.getByRole('status').filter({ hasText: 'The intent has expired' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('xpired')
  await expect(expire).toBeHidden()
})

test('a payment that was refused at once is not said to expire', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Refused coins', reference: 'refused-at-once', email: 'banned@example.com' }])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?reference=refused-at-once`)
  await page.getByRole('table', { name: 'Payments' }).getByRole('link').click()
  const terms = page.getByRole('term')
  await expect(terms.filter({ hasText: 'Created' })).toBeVisible()
  await expect(terms.filter({ hasText: 'Expires' })).toBeHidden()
})

test('what is being typed into a filter is not taken along to another page', async ({ page, stack }) => {
  await page.clock.install()
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const search = page.getByRole('searchbox', { name: 'Search' })
  await expect(search).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await search.fill('sword')
  await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click()
  await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible()
  await page.clock.runFor(1_000)
  await expect(page).toHaveURL(`${stack.serviceUrl}/dashboard/requests`)
})

test('an address of no payment, or of no delivery, has its heading and says what is wrong', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  for (const [path, heading] of [
    ['payments', 'Payment'],
    ['webhooks/deliveries', 'Delivery'],
  ] as const) {
    await page.goto(`${stack.serviceUrl}/dashboard/${path}/00000000-0000-4000-8000-000000000000`)
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  }
})

test('every page says of which zone its times are', async ({ browser, stack }) => {
  const page = await browser.newPage({ timezoneId: 'Asia/Kolkata' })
  await page.goto(await stack.dashboardLink())
  await expect(page.getByText('Times are in Asia/Calcutta (UTC+5:30)')).toBeVisible()
  await page.close()
})

test('the chart tells the numbers of the hour that is pointed at', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'pointed-at' }])
  await page.goto(await stack.dashboardLink())
  const plot = page.locator('hour-chart .u-over')
  await expect(plot).toBeVisible()
  await page.getByText('As a table').click()
  const { width = 0, height = 0 } = (await plot.boundingBox()) ?? {}
  const legend = page.locator('hour-chart .u-legend')
  const middles = await legend.evaluate((table) => {
    const [first, last] = ['Approved', 'Refused'].map((name) =>
      [...table.querySelectorAll('tr')].find((row) => row.textContent.includes(name))?.getBoundingClientRect(),
    )
    const { left, right } = table.getBoundingClientRect()
    return [(left + right) / 2, ((first?.left ?? 0) + (last?.right ?? 0)) / 2]
  })
  expect(Math.abs((middles[0] ?? 0) - (middles[1] ?? 0))).toBeLessThan(2)
  await plot.hover({ position: { x: width - 1, y: height / 2 } })
  await expect(legend).toHaveText(/Hour\s*\d+:00:00.*Approved\s*\d+.*Refused\s*\d+/s)
  // Those of the last hour, which other tests have filled as well.
  const last = page.getByRole('table', { name: 'Payments per hour' }).getByRole('row').nth(1)
  await expect(async () => {
    const told = await legend.locator('.u-value').allInnerTexts()
    expect(told.slice(1)).toEqual((await last.getByRole('cell').allInnerTexts()).slice(-4))
  }).toPass()
})

test('the chart comes where the browser’s language is not a valid tag', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'without-a-tag' }])
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { value: 'C', configurable: true }))
  await page.goto(await stack.dashboardLink())
  await expect(page.locator('hour-chart canvas')).toBeVisible()
})

test('why something was refused stays until it is read, and what was done goes away', async ({ page, stack }) => {
  await page.clock.install()
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const wallets = page.getByRole('region', { name: 'Flagged wallets' })
  const flag = async (value: string): Promise<void> => {
    await wallets.getByRole('textbox').fill(value)
    await wallets.getByRole('button', { name: 'Flag', exact: true }).click()
  }
  const told = page.getByRole('status').filter({ hasText: /must not be empty|on the list/ })
  const refused = page.getByText('must not be empty')
  // What was done just before goes away, and takes nothing else with it.
  await flag('0x8b1b54d5dc17e0aadc383d2db43b0a0d3e029c4d')
  await expect(told).toContainText('It is on the list')
  for (const dismiss of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Dismiss' }).click(),
    () => page.getByRole('link', { name: 'Payments', exact: true }).click(),
  ]) {
    await flag(' ')
    await expect(refused).toBeVisible()
    // What is still typed there would be asked about.
    await wallets.getByRole('textbox').clear()
    await page.getByRole('combobox', { name: 'Merchant', exact: true }).selectOption('All merchants')
    await page.clock.runFor(60_000)
    await expect(refused).toBeVisible()
    await dismiss()
    await expect(refused).toBeHidden()
  }
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await flag('0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4d')
  await expect(told).toContainText('It is on the list')
  await page.clock.runFor(7_000)
  await expect(told).toBeHidden()
})

test('a filter that cannot be used says why, and that it is not in force', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  await page.getByText('More filters').click()
  for (const [label, typed, wrong, right] of [
    ['At least', 'ten', 'An amount such as 9.99', '999999'],
    ['Payment id', '4f2a', 'The whole id', '00000000-0000-4000-8000-000000000000'],
  ] as const) {
    const field = page.getByLabel(label)
    const said = page.getByText(wrong)
    const clear = page.getByRole('button', { name: 'Clear the filters' })
    await field.fill(typed)
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(said).toBeVisible()
    await field.fill(right)
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    await expect(said).toBeHidden()
    await expect(clear).toBeVisible()
    await field.fill(typed)
    await expect(said).toBeVisible()
    await clear.click()
    await expect(field).toHaveValue('')
    await expect(said).toBeHidden()
  }
})

test('bars and notices are seen where the system chooses the colours', async ({ browser, stack }) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'seen-in-any-colours' }])
  const page = await browser.newPage({ forcedColors: 'active' })
  await page.goto(await stack.dashboardLink())
  const [full, empty] = await Promise.all(
    ['Created', 'Approved'].map((name) => page.getByRole('progressbar', { name }).screenshot()),
  )
  expect(full?.equals(empty ?? full)).toBe(false)
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  await page.route(/payments\.csv/, (route) => route.abort())
  await page.getByRole('link', { name: 'Export CSV' }).click()
  await expect(page.locator('.notice')).toHaveCSS('border-top-width', '1px')
  await page.close()
})

test('who opens a payment that was searched for gets back to what was found', async ({ page, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Searched coins', reference: 'searched' }])
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  await page.getByRole('searchbox', { name: 'Search' }).fill('Searched')
  const choice = page.getByRole('combobox', { name: 'Merchant' })
  await choice.selectOption({ label: 'Test merchant' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: id.slice(-8) }).click()
  await page.getByRole('heading', { name: 'Searched coins' }).waitFor()
  await choice.selectOption({ label: 'All merchants' })
  await page.getByRole('link', { name: 'Payments that match' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Searched')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(choice.getByRole('option', { selected: true })).toHaveText('All merchants')
})

test('an address whose filters the service does not know is not asked for again, and they can be cleared', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  for (const [path, shown] of [
    ['payments?created_from=yesterday&merchant=nobody', page.getByRole('search', { name: 'Payments' })],
    ['?range=1y', page.getByRole('combobox', { name: 'Show' })],
  ] as const) {
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText(/^\s*(merchant|range|created_from): /)
    await expect(alert).not.toContainText('tried again')
    await alert.getByRole('button', { name: 'Clear the filters' }).click()
    await expect(alert).toHaveCount(0)
    await expect(shown).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
  }
})

test('a delivery shows its attempts, the newest first, and the headers of each, which stay open as another comes', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await page.getByRole('button', { name: 'Make it happen' }).click()
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click()
  const attempts = page.getByRole('region', { name: 'Attempts' })
  const headings = attempts.getByRole('heading', { level: 3 })
  await expect(headings.last()).toHaveText('Attempt 1')
  const before = await headings.allTextContents()
  await attempts.getByText('Headers that were sent').last().click()
  const headers = attempts.getByRole('region', { name: /^Headers of attempt/ })
  await expect(headers).toHaveAccessibleName('Headers of attempt 1')
  await page.getByRole('button', { name: 'Replay' }).click()
  await expect(headings).toHaveText([`Attempt ${before.length + 1}`, ...before])

  await expect(headers).toHaveAccessibleName('Headers of attempt 1')
  await expect(headers).toContainText('webhook-signature: v1,')
  await expect(attempts).not.toContainText('is no longer kept')
})

test('the console begins with a purchase that was not made before', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  const made = new Set<string | undefined>()
  for (let times = 0; times < 2; times += 1) {
    await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
    await page.getByRole('button', { name: 'Send the request' }).click()
    const body = page.getByRole('region', { name: 'Body of the answer' })
    await expect(body).toContainText('payment_intent_id')
    made.add(/"payment_intent_id": "(.*)"/.exec((await body.textContent()) ?? '')?.[1])
  }
  expect(made.size).toBe(2)
})
