import type { Locator, Page } from '@playwright/test'
import type { Stack } from '../stack/stack.ts'
import { expect, test } from '../stack/test.ts'

/** What the page has done, in the order in which it asks. */
const actionsOf = (page: Page): string[] => {
  const actions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') actions.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  return actions
}

/** Enter as the keyboard repeats it while it is held down, with what each press is answered. */
const holdEnter = async (page: Page, said: RegExp): Promise<void> => {
  await page.keyboard.down('Enter')
  await expect(page.locator('.notices')).toContainText(said)
  for (let repeated = 0; repeated < 3; repeated += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
}

/** Goes to a page of a merchant that is new, as its own people. */
const openAsNewMerchant = async (page: Page, stack: Stack, path: string): Promise<void> => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
}

test('Enter that is held down does a thing once, and begins new lines where text has lines', async ({
  page,
  stack,
}) => {
  await openAsNewMerchant(page, stack, 'webhooks')
  const actions = actionsOf(page)
  await page.getByText('Add an endpoint').click()
  await page.getByLabel('Endpoint', { exact: true }).first().fill('https://held.example/hook')
  await holdEnter(page, /The endpoint is subscribed/)
  await page.getByRole('button', { name: 'Make it happen' }).focus()
  await holdEnter(page, /It has happened/)
  await page.getByRole('button', { name: 'Disable' }).focus()
  await holdEnter(page, /Disabled/)
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await page.getByText('Create a client').click()
  await page.getByLabel('Origins').fill('https://held.example')
  await holdEnter(page, /The client is there/)
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: 'Edit' })).toHaveCount(2)
  expect(actions).toEqual(['subscriptions', 'events', 'disable', 'clients'])

  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const body = page.getByLabel('Body')
  await body.fill('')
  for (let pressed = 0; pressed < 3; pressed += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect(body).toHaveValue('\n\n\n')
})

test('a double click that opens a question does not answer it', async ({ page, stack }) => {
  await openAsNewMerchant(page, stack, 'settings')
  const actions = actionsOf(page)
  await page.getByRole('button', { name: 'New secret' }).click()
  const dialog = page.getByRole('dialog')
  const goOn = dialog.getByRole('button', { name: 'Make a new secret' })
  // As the second half of a double click on what stood where this button stands now.
  await goOn.dispatchEvent('click', { detail: 2 })
  await expect(dialog).toBeVisible()
  await goOn.click()
  await expect(page.locator('.notices')).toContainText('There is a new secret')
  expect(actions).toEqual(['rotate'])
})

test('the console asks once for a double click, also where its first half has been answered', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const actions = actionsOf(page)
  const send = page.getByRole('button', { name: 'Send the request' })
  await send.click()
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible()
  await send.dispatchEvent('click', { detail: 2 })
  await page.getByRole('combobox', { name: 'Operation' }).selectOption('getManifest')
  // It was that of another operation.
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeHidden()
  await send.click()
  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible()
  expect(actions).toHaveLength(2)
})

test('what is asked for is seen to be under way until it is answered', async ({ page, stack }) => {
  await openAsNewMerchant(page, stack, 'settings')
  const dialog = page.getByRole('dialog')
  const answers: (() => void)[] = []
  await page.route('**/dashboard/v1/**', async (route) => {
    const isHeld = route.request().method() === 'POST' || route.request().url().includes('.csv')
    if (isHeld) await new Promise<void>((resolve) => answers.push(resolve))
    await route.continue()
  })
  const seeWorking = async (pressed: Locator): Promise<void> => {
    await expect(pressed).toHaveCSS('opacity', '0.55')
    await expect(pressed).toHaveCSS('cursor', 'progress')
    await expect.poll(() => answers.length).toBe(1)
    answers.pop()?.()
    await expect(pressed).toHaveCSS('opacity', '1')
  }
  const newSecret = page.getByRole('button', { name: 'New secret' })
  await newSecret.click()
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  await seeWorking(newSecret)
  const file = page.getByRole('link', { name: 'Export CSV' }).first()
  await file.click()
  await seeWorking(file)
  await page.getByText('Create a client').click()
  const create = page.getByRole('button', { name: 'Create', exact: true })
  await create.click()
  await seeWorking(create)
})

test('what a press came to is read out at each press, in the same words too', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const told = page.getByRole('status').getByText('It has happened')
  await page.getByRole('button', { name: 'Make it happen' }).press('Enter')
  // Screen readers read what comes into the page, and nothing where all stays as it was.
  const first = await told.elementHandle()
  await page.getByRole('button', { name: 'Make it happen' }).press('Enter')
  await expect.poll(() => first?.evaluate(({ isConnected }) => isConnected)).toBe(false)
  await expect(told).toHaveCount(1)
})
