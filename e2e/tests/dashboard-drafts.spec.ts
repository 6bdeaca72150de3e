import type { Locator } from '@playwright/test'
import { expect, test } from '../stack/test.ts'

test('what was typed and not saved is asked about before its page is left', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await page.getByText('Create a client').click()
  const origins = page.getByLabel('Origins')
  const payments = page.getByRole('navigation').getByRole('link', { name: 'Payments' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await origins.fill('https://shop.example')
  await payments.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(payments).toBeFocused()
  await expect(origins).toHaveValue('https://shop.example')
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await reloaded

  // Nothing is asked about once it is saved.
  await page.getByText('Create a client').click()
  await origins.fill('https://shop.example')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('The client is there')).toBeVisible()
  await payments.click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  await origins.first().fill('https://another.example')
  await payments.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { name: 'Payments', level: 1 })).toBeVisible()
})

test('the browser’s Back asks about what was typed and not saved', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const goToSettings = () => page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  const goBack = () => page.evaluate(() => history.back())
  const payments = page.getByRole('heading', { name: 'Payments', level: 1 })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await goToSettings()
  await page.getByText('Create a client').click()
  const origins = page.getByLabel('Origins')
  await origins.fill('https://shop.example')
  await goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(origins).toHaveValue('https://shop.example')
  await expect(page).toHaveURL(/settings/)
  await goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(payments).toBeVisible()

  // Without a draft it goes at once, and each draft is asked about.
  await goToSettings()
  await goBack()
  await expect(payments).toBeVisible()
  await goToSettings()
  await page.getByText('Create a client').click()
  await origins.fill('https://shop.example')
  await goBack()
  await expect(question).toBeVisible()
  // Nobody is held: Back again goes, and takes the question along.
  await goBack()
  await expect(payments).toBeVisible()
  await expect(question).toBeHidden()
})

test('what was typed is asked about before another row or another merchant takes its form', async ({ page, stack }) => {
  const [one, other] = [await stack.createClient([]), await stack.createClient([])]
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const answer = (name: string) => question.getByRole('button', { name }).click()
  const merchants = page.getByRole('region', { name: 'Products and limits' })
  const choice = page.getByRole('combobox', { name: 'Merchant' })

  const rowOf = (region: Locator, id: string) => region.getByRole('row').filter({ has: page.getByTitle(id) })
  const edit = (region: Locator, id: string) => rowOf(region, id).getByRole('button', { name: 'Edit' }).click()
  const clients = page.getByRole('region', { name: 'Clients' })
  for (const [region, field, [first, second]] of [
    [clients, 'Origins', [one.client_id, other.client_id]],
    [merchants, 'Smallest amount', [one.merchant_id, other.merchant_id]],
  ] as const) {
    const box = region.getByRole('form').getByLabel(field)
    await edit(region, first)
    const before = await box.inputValue()
    await edit(region, second)
    await expect(region.getByRole('form').locator('input').first()).toBeFocused()
    await box.fill('3.00')
    await edit(region, second)
    await edit(region, first)
    await answer('Cancel')
    await expect(box).toHaveValue('3.00')
    await edit(region, first)
    await answer('Leave')
    await expect(box).toHaveValue(before)
  }

  const box = merchants.getByRole('form').getByLabel('Smallest amount')
  await box.fill('4.00')
  await choice.selectOption(other.merchant_id)
  await answer('Cancel')
  await expect(box).toHaveValue('4.00')
  await expect(choice).toHaveValue('')
  await choice.selectOption(other.merchant_id)
  await answer('Leave')
  await expect(page).toHaveURL(new RegExp(`merchant=${other.merchant_id}`))
  await page.getByText('Create a client').click()
  await clients.getByLabel('Origins').fill('https://shop.example')
  await choice.selectOption('')
  await answer('Leave')
  await expect(page).not.toHaveURL(/merchant=/)
})
