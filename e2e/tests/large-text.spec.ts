import type { Locator, Page } from '@playwright/test'
import { brokenWords } from '../stack/broken-words.ts'
import { createIntents } from '../stack/create-intents.ts'
import { LARGE_TEXT } from '../stack/large-text.ts'
import { expect, test } from '../stack/test.ts'

const PHONE = { width: 360, height: 640 }

test.use({ viewport: PHONE, launchOptions: LARGE_TEXT })

const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
}

const boxOf = async (element: Locator): Promise<{ y: number; width: number; height: number }> => {
  const box = await element.boundingBox()
  if (box === null) throw new Error(`${element} is not shown`)
  return box
}

test('every page of the dashboard fits a phone with text of twice the size', async ({ page, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Coins', reference: 'large-text' }])
  await page.goto(await stack.dashboardLink())
  await open(page, `${stack.serviceUrl}/dashboard/payments/${id}`)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth), 'a payment').toBe(PHONE.width)
  expect((await boxOf(page.getByText('Nobody paid in time'))).width).toBeGreaterThan(PHONE.width / 3)
  for (const path of ['', '/payments', '/webhooks', '/requests', '/requests/console', '/identity', '/settings']) {
    await open(page, `${stack.serviceUrl}/dashboard${path}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width)
  }
  for (const link of await page.getByRole('navigation').getByRole('link').all())
    await expect(link).toBeInViewport({ ratio: 1 })
  await expect(page.getByText('Test merchant').first()).toBeInViewport({ ratio: 1 })
})

test('on the narrowest phone such text stays within its page, and what happened is told in whole words', async ({
  page,
  stack,
}) => {
  const narrow = 320
  await page.setViewportSize({ width: narrow, height: 640 })
  const [id = ''] = await createIntents(stack, [
    { title: 'Coins', reference: 'narrow' },
    { title: 'Coins', reference: 'narrow and refused', email: 'banned@example.com' },
  ])
  await page.goto(await stack.dashboardLink())
  for (const path of ['', '/payments', '/webhooks', '/requests', '/requests/console', '/identity', '/settings']) {
    await open(page, `${stack.serviceUrl}/dashboard${path}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(narrow)
  }
  await open(page, `${stack.serviceUrl}/dashboard`)
  // Wide enough for “Last 24 hours”: beside its name three letters were left.
  expect((await boxOf(page.getByRole('combobox', { name: 'Show' }))).width).toBeGreaterThan(narrow / 1.5)
  await open(page, `${stack.serviceUrl}/dashboard/payments/${id}`)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  await page.getByRole('button', { name: 'Replay' }).waitFor()
  const happened = page.getByRole('region', { name: 'What happened' })
  await expect(happened).toContainText('Nobody paid in time')
  expect(await brokenWords(happened)).toEqual([])
})

test('why the filters of an address are not taken is read on the narrowest phone', async ({ page, stack }) => {
  const narrow = 320
  await page.setViewportSize({ width: narrow, height: 640 })
  await page.goto(await stack.dashboardLink())
  await open(page, `${stack.serviceUrl}/dashboard/payments?status=Paid`)
  const told = page.getByRole('alert').getByText('status: ')
  await expect(told).toContainText('"Created"|"Approved"')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(narrow)
  expect((await boxOf(told)).width).toBeGreaterThan(narrow / 2)
})

test('what stands beside a status is neither under it nor one letter wide with such text', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await open(page, `${stack.serviceUrl}/dashboard/settings`)
  const row = page.getByRole('table', { name: 'Clients' }).getByRole('row').last()
  const id = await boxOf(row.getByRole('cell').first())
  const status = await boxOf(row.getByText('enabled'))
  expect(id.y + id.height).toBeLessThanOrEqual(status.y)
  await open(page, `${stack.serviceUrl}/dashboard/webhooks`)
  const name = await boxOf(page.getByRole('article').first().getByRole('heading'))
  expect(name.width).toBeGreaterThan(PHONE.width / 2)
})

test('the shop fits a phone with such text', async ({ page, stack }) => {
  for (const path of ['', '/identity', '/script-tag', '/app', '/return']) {
    await page.goto(stack.shopUrl + path)
    await expect(page.getByRole('heading', { name: 'Test cards' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width)
  }
})
