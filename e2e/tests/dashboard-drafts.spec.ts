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
  // A browser tells with its next frame that a question is closed: as late as this on a busy machine.
  await page.addInitScript(() =>
    addEventListener(
      'close',
      (event) => {
        if (!event.isTrusted) return
        event.stopImmediatePropagation()
        setTimeout(() => event.target?.dispatchEvent(new Event('close')), 500)
      },
      { capture: true },
    ),
  )
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

  const wallet = page.getByLabel('Wallet address')
  await wallet.fill('0xtyped')
  await page.getByRole('navigation').getByRole('link', { name: 'Payments' }).click()
  await answer('Cancel')
  await expect(wallet).toHaveValue('0xtyped')
  await choice.selectOption(one.merchant_id)
  await answer('Leave')
  await expect(wallet).toHaveValue('')
})

test('a body that was typed in the console and not sent is asked about before it is lost', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const body = page.getByRole('textbox', { name: 'Body' })
  const operation = page.getByLabel('Operation')
  const requests = page.getByRole('navigation').getByRole('link', { name: 'Requests' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const answer = (name: string) => question.getByRole('button', { name }).click()
  const typed = (await body.inputValue()).replace(/"console-[^"]*"/, '"typed-by-hand"')
  await body.fill(typed)
  await requests.click()
  await answer('Cancel')
  await operation.selectOption('updateSubscription')
  await answer('Cancel')
  await expect(operation).toHaveValue('createIntent')
  await expect(body).toHaveValue(typed)

  // What was sent is not asked about, and stays for the next try.
  await page.getByRole('button', { name: 'Send the request' }).click()
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible()
  await expect(body).toHaveValue(typed)
  await operation.selectOption('updateSubscription')
  await expect(body).toHaveValue(/"Changed"/)
  await page.getByLabel('id', { exact: true }).fill('sub_1')
  await operation.selectOption('deleteSubscription')
  await expect(page.getByLabel('id', { exact: true })).toHaveValue('sub_1')
  await operation.selectOption('createSubscription')
  await body.fill('{}')
  await operation.selectOption('createIntent')
  await answer('Leave')
  await expect(body).toHaveValue(/"console-/)
  await body.fill('{}')
  await requests.click()
  await answer('Leave')
  await expect(page.getByRole('heading', { name: 'Requests', level: 1 })).toBeVisible()
})

test('what was typed into an endpoint’s form stays when somebody else deletes the endpoint', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient([])
  const [kept, deleted] = ['https://kept.example/hook', 'https://deleted.example/hook']
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await page.getByText('Add an endpoint').click()
  for (const endpoint of [deleted, kept]) {
    await page.getByLabel('Endpoint', { exact: true }).first().fill(endpoint)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('heading', { name: endpoint })).toBeVisible()
  }
  const card = page.getByRole('article', { name: deleted })
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Description').fill('What took long to write')
  const somebodyElse = await page.context().newPage()
  await somebodyElse.goto(`${stack.serviceUrl}/dashboard/requests/console?operation=deleteSubscription`)
  await somebodyElse.getByLabel('id', { exact: true }).fill((await card.getAttribute('aria-labelledby')) ?? '')
  await somebodyElse.getByRole('button', { name: 'Send the request' }).click()
  await expect(somebodyElse.getByText('Answered: 204')).toBeVisible()
  await page.bringToFront()

  await expect(card.getByRole('alert')).toContainText('Somebody has deleted this endpoint')
  await expect(card.getByText('deleted', { exact: true })).toBeVisible()
  await expect(card.getByLabel('Description')).toHaveValue('What took long to write')
  await expect(card.getByLabel('Description')).toBeFocused()
  await expect(card.getByRole('button', { name: 'Save' })).toBeHidden()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('article', { name: kept })).toBeVisible()
})

test('the time that something is to be replayed from stays when somebody else disables its endpoint', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient(['--webhook', 'http://127.0.0.1:9/replayed'])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const since = page.getByLabel('Replay what has not arrived since')
  const replay = page.getByRole('button', { name: 'Replay since' })
  const disabled = page.getByRole('alert').getByText('This endpoint is disabled')
  await since.fill('2026-11-28T10:00')
  const somebodyElse = await page.context().newPage()
  await somebodyElse.goto(page.url())
  await somebodyElse.getByRole('button', { name: 'Disable' }).click()
  await expect(disabled).toBeVisible()
  await expect(since).toHaveValue('2026-11-28T10:00')
  await expect(since).toBeFocused()
  await expect(replay).toBeHidden()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(disabled).toBeHidden()
  await replay.click()
  await expect(page.locator('.notices')).toContainText('nothing to try again since then')

  // What has been asked for is kept no longer than its endpoint is enabled.
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(since).toBeHidden()
})

test('a body typed in the console stays where its client is disabled meanwhile, which is said, and goes by another that is chosen', async ({
  page,
  stack,
}) => {
  const { client_id: client, merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const body = page.getByRole('textbox', { name: 'Body' })
  const send = page.getByRole('button', { name: 'Send the request' })
  await expect(send).toBeEnabled()
  const typed = (await body.inputValue()).replace(/"console-[^"]*"/, '"typed-by-hand"')
  await body.fill(typed)
  const other = await page.context().newPage()
  await other.goto(`${stack.serviceUrl}/dashboard/settings`)
  await other.getByRole('button', { name: 'Disable' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(other.getByText('disabled').first()).toBeVisible()
  await send.click()
  await expect(page.locator('.notices')).toContainText(`${client} is disabled for good: create another client`)
  await expect(page.getByRole('option', { name: client })).toHaveCount(0)
  await expect(body).toHaveValue(typed)
  const chosen = page.getByLabel('Client')
  await expect(chosen).toHaveValue('')

  await other.getByText('Create a client').click()
  await other.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(other.getByText('The client is there')).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(chosen.getByRole('option')).toHaveText(['Choose another client', /./])
  await expect(body).toHaveValue(typed)
  await send.click()
  await expect(chosen).toBeFocused()
  await chosen.selectOption({ index: 1 })
  await expect(chosen.getByRole('option')).toHaveCount(1)
  await send.click()
  await expect(page.locator('.notices')).toContainText('Answered: 201')
})
