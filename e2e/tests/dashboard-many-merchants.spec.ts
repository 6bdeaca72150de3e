import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { Stack } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

/** One page of a list has 50. */
const MADE = 55

/** Has the operator of this page make merchants, each with a client. */
const makeMerchants = async (page: Page, names: readonly string[]): Promise<void> => {
  const statuses = await page.evaluate(async (wanted) => {
    const session = await (await fetch('/dashboard/v1/session')).json()
    const headers = { 'content-type': 'application/json', 'x-dashboard-token': session.data.token }
    const made: number[] = []
    for (const name of wanted) {
      const { status } = await fetch('/dashboard/v1/merchants', {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      })
      made.push(status)
    }
    return made
  }, names)
  expect(new Set(statuses)).toEqual(new Set([200]))
}

const rowsOf = (region: Locator): Locator => region.getByRole('table').locator('tbody').getByRole('row')

test('an operator of many merchants sees the newest ones, goes on to older ones, and finds one by typing', async ({
  page,
  defer,
}) => {
  const stack = await Stack.start()
  defer(() => stack.stop())
  await page.goto(await stack.dashboardLink(['--operator']))
  const names = Array.from({ length: MADE }, (_, at) => `Arcade No ${at + 1}`)
  await makeMerchants(page, names)
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const merchants = page.getByRole('region', { name: 'Products and limits' })
  const clients = page.getByRole('region', { name: 'Clients' })

  for (const region of [clients, merchants]) {
    const older = region.getByRole('button', { name: 'Show older' })
    await expect(rowsOf(region)).toHaveCount(50)
    await expect(rowsOf(region).first()).toContainText(`Arcade No ${MADE}`)
    await older.focus()
    await page.keyboard.press('Enter')
    await expect(rowsOf(region)).toHaveCount(MADE + 1)
    await expect(rowsOf(region).nth(50)).toBeFocused()
    await expect(page.getByText('6 rows', { exact: true })).toBeAttached()
    await expect(region).toContainText('There are no older ones.')
  }

  const seventh = rowsOf(merchants).filter({ has: page.getByText('Arcade No 7', { exact: true }) })
  await seventh.getByRole('button', { name: 'Edit' }).click()
  const form = merchants.getByRole('form', { name: 'Change Arcade No 7' })
  await form.getByLabel('Largest amount').fill('77')
  const search = page.getByRole('searchbox', { name: 'Search merchants' })
  await search.fill('no 5')
  await expect(rowsOf(merchants)).toHaveCount(7)
  await expect(page.getByText('7 rows', { exact: true })).toBeAttached()
  await expect(search).toBeFocused()
  await expect(form.getByLabel('Largest amount')).toHaveValue('77')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toHaveCount(0)

  const found = page.getByRole('searchbox', { name: 'Search clients' })
  await found.fill('Arcade No 1')
  await expect(rowsOf(clients)).toHaveCount(11)
  await page.reload()
  await expect(found).toHaveValue('Arcade No 1')
  await expect(rowsOf(clients)).toHaveCount(11)
  await expect(rowsOf(merchants)).toHaveCount(7)
  await found.fill('Arcade No 7x')
  await expect(clients).toContainText('No client matches')
  await search.fill('Arcade No 7')
  await expect(seventh).toContainText('77.00')
  await clients.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(rowsOf(clients)).toHaveCount(50)

  await page.getByRole('combobox', { name: 'Merchant', exact: true }).selectOption({ label: 'Arcade No 7' })
  await expect(rowsOf(merchants)).toHaveCount(1)
  await expect(rowsOf(clients)).toHaveCount(1)
  await expect(found).toHaveCount(0)
})

test('the choice of a merchant has all of them, by their names', async ({ page, stack }) => {
  const names = ['Ärger', 'zebra', 'aardvark'].map((name) => `${name} ${randomUUID()}`)
  await page.goto(await stack.dashboardLink(['--operator']))
  await makeMerchants(page, names)
  await page.reload()
  const options = page.getByRole('combobox', { name: 'Merchant', exact: true }).getByRole('option')
  await expect(options.filter({ hasText: /-/ })).not.toHaveCount(0)
  const shown = await options.allTextContents()
  const [second, third, first] = names
  expect(shown.filter((name) => names.includes(name))).toEqual([first, second, third])
})
