import type { Locator } from '@playwright/test'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

test('a printed page says whose it is, and that it is of a sandbox', async ({ browser, stack }) => {
  const { merchant_id: merchant } = stack.credentials
  const print = async (link: string, path: string) => {
    const page = await browser.newPage()
    await page.goto(link)
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    await page.getByRole('heading', { name: 'Identity checks' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText('sandbox', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeHidden()
    return page
  }
  const own = await print(await stack.dashboardLink(), 'identity')
  await expect(own.getByText('Test merchant', { exact: true })).toBeVisible()
  await own.close()
  const operators = await print(await stack.dashboardLink(['--operator']), `identity?merchant=${merchant}`)
  const choice = operators.getByRole('combobox', { name: 'Merchant' })
  await expect(choice).toBeVisible()
  await expect(choice).toHaveCSS('border-top-width', '0px')
  await expect(choice.getByRole('option', { selected: true })).toHaveText('Test merchant')
  await operators.close()
})

test('a page is printed dark on white, without what can only be pressed', async ({ browser, stack }) => {
  await createIntents(stack, [{ title: 'Printed coins', reference: 'printed' }])
  const page = await browser.newPage({ colorScheme: 'dark' })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?reference=printed`)
  const row = page.getByText('Printed coins')
  await expect(row).toBeVisible()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(row).toHaveCSS('color', 'rgb(22, 22, 29)')
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Export CSV' })).toBeHidden()
  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(row).toHaveCSS('color', 'rgb(236, 236, 244)')
  const pressedOn = {
    webhooks: [page.getByText('Sample event'), page.getByText('Add an endpoint')],
    settings: [page.getByText('Create a client'), page.getByRole('columnheader', { name: 'Change' }).first()],
  }
  for (const [path, pressed] of Object.entries(pressedOn)) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    for (const each of pressed) await expect(each).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    for (const each of pressed) await expect(each).toBeHidden()
  }
  await page.close()
})

test('what is short on the screen is whole on paper: ids, and times of today', async ({ page, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Paper coins', reference: 'paper' }])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments/${id}`)
  const facts = page.getByRole('definition')
  const told = (place: Locator) => place.evaluate((element) => getComputedStyle(element, '::after').content)
  const shortId = facts.locator('code > span').first()
  const time = facts.locator('time').first()
  await expect(shortId).toBeVisible()
  await expect(time.locator('span')).not.toContainText(String(new Date().getFullYear()))
  await page.emulateMedia({ media: 'print' })
  await expect(shortId).toBeHidden()
  await expect(time.locator('span')).toBeHidden()
  expect(await told(facts.locator('code').first())).toBe(`"${id}"`)
  expect(await told(time)).toContain(`, ${new Date().getFullYear()}, `)
})

test('the chart is there for paper at once where the screen is dark, and stays', async ({ browser, stack }) => {
  await createIntents(stack, [{ title: 'Chart coins', reference: 'chart' }])
  const page = await browser.newPage({ colorScheme: 'dark' })
  await page.goto(await stack.dashboardLink())
  const chart = page.locator('hour-chart canvas')
  await expect(chart).toBeVisible()
  // Paper is drawn in the turn in which the page learns of it.
  await page.evaluate(() =>
    matchMedia('print').addEventListener('change', ({ matches }) => {
      if (matches) document.title = `${document.querySelectorAll('hour-chart canvas').length} for paper`
    }),
  )
  await page.pdf()
  await expect(page).toHaveTitle('1 for paper')
  await expect(chart).toHaveCount(1)
  await page.close()
})

test('how far buyers come has its bars on paper as well', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'bars on paper' }])
  await page.goto(await stack.dashboardLink())
  await page.emulateMedia({ media: 'print' })
  // What it is filled with is a ground, which browsers leave out of a print where a page does not ask for it.
  await expect(page.getByRole('progressbar', { name: 'Created' })).toHaveCSS('print-color-adjust', 'exact')
})
