import { randomUUID } from 'node:crypto'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

test('how many rows a filter leaves is read out', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Heard', reference: 'heard-1' }])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  await expect(page.getByRole('row', { name: 'Heard' })).toBeVisible()
  const heard = page.locator('dashboard-heard')
  await expect(heard).toHaveText('')
  const search = page.getByRole('searchbox', { name: 'Search' })
  await search.fill('heard-1')
  await expect(heard).toHaveText('1 row')
  await search.fill('heard by nobody')
  await expect(heard).toHaveText('No rows')
  await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
  await expect(heard).toHaveText(/^\d+ rows?(, and there are older ones)?$/)
})

test('what another time of the overview shows is read out', async ({ page, stack }) => {
  await createIntents(stack, [{ title: 'Counted', reference: 'counted-1' }])
  await page.goto(await stack.dashboardLink())
  await expect(page.getByText('Approval rate')).toBeVisible()
  const heard = page.locator('dashboard-heard')
  await expect(heard).toHaveText('')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Last 7 days')
  await expect(heard).toHaveText(/^Last 7 days: \d+ approved$/)
})

test('the keyboard is taken to a secret that is shown once', async ({ page, stack }) => {
  const { merchant_id: id } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', id]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const adding = page.getByText('Add an endpoint')
  // While what stands above it is on its way it is not seen, and takes no key.
  await expect(adding).toBeVisible()
  await adding.press('Enter')
  await page.getByLabel('Endpoint', { exact: true }).first().fill('https://shop.example/by-keyboard')
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const shown = page.getByRole('group', { name: 'Signing key, shown this once' })
  await expect(shown).toBeFocused()
  await expect(shown).toHaveCSS('outline-width', '3px')
  await page.keyboard.press('Tab')
  await expect(shown.getByRole('button', { name: 'Copy: Signing key' })).toBeFocused()
})

test('Enter replays the delivery whose button has the keyboard, though others come above it', async ({
  page,
  stack,
}) => {
  const [id] = await createIntents(stack, [{ title: 'Coins', reference: 'to-replay' }])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments/${id}`)
  await page.getByRole('button', { name: 'Let it expire' }).click()
  const replays = page.getByRole('region', { name: 'Webhooks' }).getByRole('button', { name: 'Replay' })
  await expect(replays).toHaveCount(1)
  const { data } = await page.evaluate(async (of) => (await fetch(`/dashboard/v1/payments/${of}`)).json(), id)
  const [first] = data.deliveries
  const above = { ...first, id: randomUUID(), event_type: 'kyc_approved' }
  let deliveries = [first]
  await page.route(/\/payments\/[^/]+\/live$/, (route) => {
    const answer = JSON.stringify({ ...data, deliveries })
    return route.fulfill({ contentType: 'text/event-stream', body: `retry: 100\ndata: ${answer}\n\n` })
  })
  await page.reload()
  await replays.focus()
  deliveries = [above, first]
  await expect(replays).toHaveCount(2)
  const asked = page.waitForRequest(/\/replay$/)
  await page.keyboard.press('Enter')
  expect((await asked).url()).toContain(first.id)
  deliveries = [{ ...above, subscription_enabled: false }, first]
  await expect(replays.first()).toBeDisabled()
  await expect(replays.last()).toBeEnabled()
})

test('the keyboard stays where it was taken while a form was being saved', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const clients = page.getByRole('table', { name: 'Clients' })
  const form = page.getByRole('form', { name: /^Change/ })
  await clients.getByRole('button', { name: 'Edit' }).first().press('Enter')
  await expect(form.getByLabel('Origins')).toBeFocused()
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/dashboard/v1/clients/**', async (route) => {
    await answered
    await route.continue()
  })
  const asked = page.waitForRequest((request) => request.method() === 'POST')
  await page.keyboard.press('Enter')
  await asked
  const elsewhere = page.getByLabel('Wallet address')
  await elsewhere.click()
  answer()
  await expect(form).toBeHidden()
  await expect(elsewhere).toBeFocused()
})
