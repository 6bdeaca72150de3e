import type { Page } from '@playwright/test'
import { expect, test } from '../stack/test.ts'

/** Where the page has something done, in the order in which it asks. */
const actionsOf = (page: Page): string[] => {
  const actions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') actions.push(new URL(request.url()).pathname.split('/').at(-1) ?? '')
  })
  return actions
}

/** Opens the settings of a merchant that is new. */
const openNewMerchant = async (page: Page, serviceUrl: string, name: string): Promise<void> => {
  await page.goto(`${serviceUrl}/dashboard/settings`)
  await page.getByText('Create a merchant').click()
  await page.getByLabel('Name that buyers see').fill(name)
  await page.getByRole('button', { name: 'Create merchant' }).click()
  await page.getByText('the first client of').getByRole('link', { name }).click()
}

/** Goes from a merchant's settings to where an endpoint is added, and types its address. */
const nameNewEndpoint = async (page: Page, endpoint: string): Promise<void> => {
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByText('Add an endpoint').click()
  await page.getByLabel('Endpoint', { exact: true }).first().fill(endpoint)
}

test('what cannot be taken back is done when it is confirmed, and by no key that leads away', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Careful Games')
  const clients = page.getByRole('table', { name: 'Clients' })
  await expect(clients.getByRole('button', { name: 'Disable' })).toHaveCount(1)

  const actions = actionsOf(page)
  const dialog = page.getByRole('dialog')
  for (const name of ['Disable', 'New secret', 'New key']) {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name, exact: true }).click()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await clients.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'Make a new secret' }).click()
  // That of the client, which was made with its merchant, and the new one.
  await expect(page.getByText('shown this once')).toHaveCount(2)
  await expect(clients.getByText('old secret until')).toHaveCount(0)
  await clients.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByRole('button', { name: 'Make one, keep the old' }).click()
  await expect(clients.getByText('old secret until')).toBeVisible()
  await clients.getByRole('button', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expect(clients.getByText('disabled')).toBeVisible()
  await page.goto(page.url().replace('/settings', '/requests/console'))
  await expect(page.getByText('No client to ask with')).toBeVisible()
  expect(actions).toEqual(['rotate', 'rotate', 'disable'])
})

test('a client and the limits of its merchant are saved as they were typed', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Exact Games')
  await page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: 'Edit' }).click()
  const client = page.getByRole('form', { name: /^Change/ })
  await client.getByLabel('Origins').fill('https://one.example, https://two.example')
  await client.getByLabel('Return URL').fill('https://one.example/thanks')
  await client.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('table', { name: 'Clients' })).toContainText(
    /https:\/\/one\.example, https:\/\/two\.example\s+returns to https:\/\/one\.example\/thanks/,
  )

  const limits = page.getByRole('table', { name: 'Products and limits' })
  await limits.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByText('once what a buyer pays within 24 hours is past')).toBeVisible()
  const form = page.getByRole('form', { name: 'Change Exact Games' })
  await form.getByLabel('Compliance').uncheck()
  await form.getByLabel('Smallest amount').fill('2')
  await form.getByLabel('Largest amount').fill('50.5')
  await form.getByLabel('Identity check past').fill('30')
  await form.getByRole('button', { name: 'Save' }).click()
  const cells = limits.getByRole('row', { name: /Exact Games/ }).getByRole('cell')
  await expect(cells).toHaveText([/Exact Games/, 'enabled', 'disabled', '2.00', '50.50', '30.00', 'Edit'])
})

test('what a form refuses is told by the name of its field, where the keyboard goes', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Refused Games')
  const limits = page.getByRole('table', { name: 'Products and limits' })
  await limits.getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('form', { name: 'Change Refused Games' })
  const smallest = form.getByLabel('Smallest amount')
  await smallest.fill('a few')
  await form.getByLabel('Largest amount').fill('50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.notices')).toContainText('Smallest amount: must be')
  await expect(smallest).toBeFocused()
  await expect(smallest).toHaveAttribute('aria-invalid', 'true')
  await smallest.press('9')
  await expect(smallest).not.toHaveAttribute('aria-invalid')

  await page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: 'Edit' }).click()
  const client = page.getByRole('form', { name: /^Change/ }).filter({ hasText: 'Origins' })
  await client.getByLabel('Origins').fill('https://shop.example https://shop.example/path')
  await client.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.notices')).toContainText('Origins of the pages that show the widget: ')
  await expect(client.getByLabel('Origins')).toHaveValue('https://shop.example https://shop.example/path')
})

test('an endpoint takes the events that were chosen, and is given another key when that is confirmed', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Quiet Games')
  await nameNewEndpoint(page, 'https://quiet.example/hook')
  for (const name of ['payment declined', 'payment expired', 'KYC approved', 'KYC rejected']) {
    await page.getByRole('checkbox', { name }).uncheck()
  }
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const card = page.getByRole('article')
  await expect(card).toContainText(/No description · payment approved\s/)

  const actions = actionsOf(page)
  await card.getByRole('button', { name: 'New key' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await card.getByRole('button', { name: 'Disable' }).click()
  await expect(card.getByRole('button', { name: 'Enable' })).toBeVisible()
  await card.getByRole('button', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'Make a new key' }).click()
  await expect(card.getByText('The new signing key, shown this once')).toBeVisible()
  expect(actions).toEqual(['disable', 'rotate-key'])

  await card.getByRole('button', { name: 'Edit' }).click()
  const endpoint = card.getByLabel('Endpoint', { exact: true })
  await endpoint.fill('ftp://quiet.example/hook')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.notice[data-tone=bad]')).toBeVisible()
  await expect(endpoint).toHaveValue('ftp://quiet.example/hook')
})

test('what is typed into a form stays where another tab saves meanwhile, and what is not shows what was saved', async ({
  page,
  context,
  stack,
}) => {
  const { client_id: client, merchant_id: merchant } = await stack.createClient([
    '--webhook',
    'https://both.example/hook',
  ])
  await page.goto(await stack.dashboardLink(['--operator']))
  const other = await context.newPage()
  const open = async (tab: Page, path: string): Promise<void> => {
    await tab.goto(`${stack.serviceUrl}/dashboard/${path}?merchant=${merchant}`)
    await tab.getByRole('button', { name: 'Edit' }).first().click()
  }
  const save = async (tab: Page): Promise<void> => {
    await tab.getByRole('button', { name: 'Save' }).click()
    await expect(tab.locator('.notices')).toContainText('Saved')
  }
  const look = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

  await open(page, 'webhooks')
  await page.getByLabel('Description').first().fill('typed here')
  await open(other, 'webhooks')
  await other.getByLabel('Description').first().fill('saved there')
  await other.getByLabel('Endpoint', { exact: true }).first().fill('https://both.example/moved')
  await save(other)
  await expect(page.getByLabel('Endpoint', { exact: true }).first()).toHaveValue('https://both.example/moved')
  await expect(page.getByLabel('Description').first()).toHaveValue('typed here')

  await open(page, 'settings')
  const form = page.getByRole('form', { name: `Change ${client}` })
  await form.getByLabel('Origins').fill('https://typed.example')
  await open(other, 'settings')
  await other.getByRole('form').getByLabel('Origins').fill('https://saved.example')
  await other.getByRole('form').getByLabel('Return URL').fill('https://saved.example/thanks')
  await save(other)
  await look()
  await expect(form.getByLabel('Return URL')).toHaveValue('https://saved.example/thanks')
  await expect(form.getByLabel('Origins')).toHaveValue('https://typed.example')
})

test('who saves one field leaves the others as somebody else has saved them meanwhile', async ({
  page,
  context,
  stack,
}) => {
  const { client_id: client, merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--operator']))
  const [limits, clients] = ['Products and limits', 'Clients']
  const open = async (tab: Page): Promise<void> => {
    await tab.goto(`${stack.serviceUrl}/dashboard/settings?merchant=${merchant}`)
    for (const name of [limits, clients])
      await tab.getByRole('table', { name }).getByRole('button', { name: 'Edit' }).click()
  }
  const save = async (tab: Page, name: string): Promise<void> => {
    await tab.getByRole('region', { name }).getByRole('form').getByRole('button', { name: 'Save' }).click()
    await expect(tab.getByRole('region', { name }).getByRole('form')).toHaveCount(0)
  }
  // Both are in sight, so that neither is looked at again.
  const other = await context.newPage()
  await open(page)
  await open(other)
  await other.getByLabel('Largest amount').fill('50')
  await save(other, limits)
  await other
    .getByRole('form', { name: `Change ${client}` })
    .getByLabel('Origins')
    .fill('https://saved.example')
  await save(other, clients)

  await page.getByLabel('Identity check past').fill('30')
  await save(page, limits)
  await expect(
    page.getByRole('table', { name: limits }).getByRole('cell', { name: '50.00', exact: true }),
  ).toBeVisible()
  await page
    .getByRole('form', { name: `Change ${client}` })
    .getByLabel('Return URL')
    .fill('https://typed.example/thanks')
  await save(page, clients)
  await expect(page.getByRole('table', { name: clients })).toContainText(
    /https:\/\/saved\.example\s+returns to https:\/\/typed\.example\/thanks/,
  )
})

test('an endpoint of 2,000 characters leaves a phone its page, and is shown whole on request', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Long Games')
  const endpoint = `https://hooks.example/${'a-part-of/'.repeat(197)}the-end`
  await nameNewEndpoint(page, endpoint)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const heading = page.getByRole('heading', { name: /^https:\/\/hooks\.example\/.+the-end$/ })
  await expect(heading).toBeVisible()
  expect((await heading.boundingBox())?.height).toBeLessThan(200)
  const whole = page.getByRole('article').getByText(endpoint)
  await expect(whole).toBeHidden()
  await page.getByText('Whole address').click()
  await expect(whole).toBeVisible()
})

test('a double click on an action does it once', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Hasty Games')
  await nameNewEndpoint(page, 'https://hasty.example/hook')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const told = page.locator('.notices')
  // Before the endpoint is there an event goes to nobody, and while it comes the buttons below it move.
  await expect(told).toContainText('The endpoint is subscribed')
  await expect(page.getByRole('article')).toBeVisible()

  const actions = actionsOf(page)
  await page.getByRole('button', { name: 'Make it happen' }).dblclick()
  await expect(told).toContainText('It has happened')
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await deliveries.getByRole('button', { name: 'Replay' }).dblclick()
  await expect(told).toContainText('It is being delivered again')
  await page.getByRole('button', { name: 'Disable' }).click()
  // Until it is answered, the button takes no other press, whatever it says.
  await expect(told).toContainText('Disabled')
  const enable = page.getByRole('button', { name: 'Enable' })
  // As the end of a double click whose beginning has been answered already.
  await enable.dispatchEvent('click', { detail: 2 })
  await enable.dblclick()
  await expect(told).toContainText('Enabled')
  expect(actions).toEqual(['events', 'replay', 'disable', 'enable'])
})

test('what went to an endpoint can be replayed from the list while the endpoint is enabled', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Resting Games')
  await nameNewEndpoint(page, 'https://resting.example/hook')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await page.getByRole('button', { name: 'Make it happen' }).click()
  const replay = page.getByRole('table', { name: 'Deliveries' }).getByRole('button', { name: 'Replay' })
  await expect(replay).toBeEnabled()
  await page.getByRole('button', { name: 'Disable' }).click()
  await expect(replay).toBeDisabled()
  await page.getByRole('button', { name: 'Enable' }).click()
  await expect(replay).toBeEnabled()
})

test('a question stands whole in the window of a phone, says what it is about, and is read out', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await page.getByRole('button', { name: 'Disable' }).click()
  const dialog = page.getByRole('dialog')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 640 })
    const box = await dialog.boundingBox()
    expect(box?.x).toBeGreaterThan(0)
    expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThan(width)
  }
  await expect(dialog).toContainText(stack.credentials.client_id)
  await expect(dialog).toHaveAccessibleDescription(/cannot be enabled again/)
})

test('an endpoint is never saved without an event: every one would be sent', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await openNewMerchant(page, stack.serviceUrl, 'Silent Games')
  await nameNewEndpoint(page, 'https://silent.example/hook')
  const actions = actionsOf(page)
  const events = page.getByRole('group', { name: 'Events' })
  for (const box of await events.getByRole('checkbox').all()) await box.uncheck()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const first = events.getByRole('checkbox').first()
  await expect(first).toBeFocused()
  expect(await first.evaluate((box: HTMLInputElement) => box.validationMessage)).toContain('at least one event')
  await events.getByRole('checkbox', { name: 'KYC approved' }).check()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('article')).toContainText(/No description · KYC approved\s/)
  expect(actions).toEqual(['subscriptions'])
})

test('a button and a link beside it look alike', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const keys = page.getByRole('region', { name: 'Signing keys' })
  const look = (element: Element) => {
    const { backgroundColor, borderTopColor, borderTopLeftRadius, color, height } = getComputedStyle(element)
    return [backgroundColor, borderTopColor, borderTopLeftRadius, color, height]
  }
  const button = await keys.getByRole('button', { name: 'New key' }).evaluate(look)
  expect(button).toEqual(await keys.getByRole('link', { name: 'Export CSV' }).evaluate(look))
})
