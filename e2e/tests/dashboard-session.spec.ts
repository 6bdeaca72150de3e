import type { Locator, Page, Route } from '@playwright/test'
import { serveText } from '../stack/serve-text.ts'
import { expect, test } from '../stack/test.ts'

const signOut = async (page: Page, dashboard: string): Promise<void> => {
  const other = await page.context().newPage()
  await other.goto(dashboard)
  await other.getByRole('button', { name: 'Sign out' }).click()
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await other.close()
}

test('what was typed is there again for who signs in anew once their session has ended', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  const dashboard = `${stack.serviceUrl}/dashboard`
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${dashboard}/webhooks`)
  await page.getByText('Add an endpoint').click()
  const endpoint = page.getByLabel('Endpoint', { exact: true }).first()
  await endpoint.fill('https://kept.example/hook')
  await signOut(page, dashboard)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await expect(endpoint).toBeHidden()
  // Without an option the command signs in as operator, to whom nothing of this would be shown.
  const command = page.getByText('coinslot-service dashboard')
  await expect(command).toHaveText(`coinslot-service dashboard --merchant ${merchant}`)
  await expect(page.getByRole('main')).toBeFocused()

  const other = await page.context().newPage()
  await other.goto(await stack.dashboardLink(['--merchant', merchant]))
  await other.getByText('No payments in this time').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(endpoint).toHaveValue('https://kept.example/hook')
  await expect(page.locator('.notices')).toHaveText('')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('.notices')).toContainText('The endpoint is subscribed')
  // Told by what is kept up to date.
  await expect(page.getByRole('heading', { name: 'https://kept.example/hook' })).toBeVisible()

  // The window of another session is loaded anew by itself.
  const loaded = page.waitForEvent('load')
  await other.goto(await stack.dashboardLink())
  await loaded
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible()
  await expect(page.getByText('https://kept.example/hook')).toHaveCount(0)
})

test('windows side by side: one that signs in as somebody else has the others show no rows of theirs under another name', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient(['--webhook', 'https://side.example/hook'])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const endpoint = page.getByRole('heading', { name: 'https://side.example/hook' })
  await expect(endpoint).toBeVisible()
  const { merchant_id: another } = await stack.createClient(['--webhook', 'https://another.example/hook'])
  const beside = await page.context().newPage()
  await beside.goto(await stack.dashboardLink(['--merchant', another]))
  // In sight all the time, it is told by neither focus nor visibility.
  await expect(page.getByRole('heading', { name: 'https://another.example/hook' })).toBeVisible()
  await expect(endpoint).toBeHidden()
})

test('a question that is open goes with the session it was asked in, and is asked anew in the next', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient(['--webhook', 'http://127.0.0.1:9/asked'])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const question = page.getByRole('dialog', { name: 'Make a new signing key?' })
  const ask = () => page.getByRole('button', { name: 'New key' }).click()
  await ask()
  await expect(question).toBeVisible()
  await signOut(page, `${stack.serviceUrl}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await expect(question).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()

  const other = await page.context().newPage()
  await other.goto(await stack.dashboardLink(['--merchant', merchant]))
  await other.getByText('No payments in this time').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await ask()
  await question.getByRole('button', { name: 'Make a new key' }).click()
  await expect(page.getByRole('group', { name: 'New signing key, shown this once' })).toBeVisible()
})

test('what was typed is sent at once where a window beside has signed in anew', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await page.getByText('Add an endpoint').click()
  await page.getByLabel('Endpoint', { exact: true }).first().fill('https://beside.example/hook')
  const beside = await page.context().newPage()
  await beside.goto(await stack.dashboardLink(['--merchant', merchant]))
  await beside.getByText('No payments in this time').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.locator('.notices')).toContainText('The endpoint is subscribed')
})

test('what an operator has typed waits unseen while their browser is signed in as a merchant', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient([])
  const other = await page.context().newPage()
  const signIn = async (...whose: string[]): Promise<void> => {
    await other.goto(await stack.dashboardLink(whose))
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
  }
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await page.getByText('Create a merchant').click()
  const name = page.getByLabel('Name that buyers see')
  const create = page.getByRole('button', { name: 'Create merchant' })
  const isToldOf = async (): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
    await expect(page.getByRole('main')).toContainText('This browser has signed in as somebody else meanwhile')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page.getByText('coinslot-service dashboard')).toHaveText('coinslot-service dashboard')
  }
  await name.fill('Typed by an operator')
  await signIn('--merchant', merchant)
  await isToldOf()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await isToldOf()
  await signIn('--operator')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(name).toHaveValue('Typed by an operator')

  await signIn('--merchant', merchant)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await isToldOf()
  await signIn('--operator')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await create.click()
  await expect(page.locator('.notices')).toContainText('The merchant is there')

  // With nothing half filled in, the page is that of whoever has signed in.
  await signIn('--merchant', merchant)
  await expect(page.getByText('Create a merchant')).toBeHidden()
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
})

test('who cannot be signed out is told so, and a page that has signed out keeps nothing', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  const signingOut = page.getByRole('button', { name: 'Sign out' })
  await page.route('**/sign-out', (route) => route.abort())
  await signingOut.click()
  await expect(page.locator('.notices')).toContainText('The service did not answer: look whether it was done')
  await expect(signingOut).toBeVisible()
  await page.unroute('**/sign-out')
  await signingOut.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await expect(page.locator('main')).toHaveCount(1)

  await page.goto(await stack.dashboardLink())
  await expect(signingOut).toBeVisible()
  await signOut(page, `${stack.serviceUrl}/dashboard`)
  await signingOut.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await expect(page.locator('main')).toHaveCount(1)
})

test('an answer that comes after the viewer has signed out brings nothing back', async ({ page, stack }) => {
  const clients = '**/dashboard/v1/clients*'
  const asked: Route[] = []
  await page.goto(await stack.dashboardLink())
  await page.route(clients, (route) => void asked.push(route))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  await expect.poll(() => asked).toHaveLength(1)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  const answered = page.waitForResponse(clients)
  await asked[0]?.fulfill({ status: 401, json: { error: { message: 'The session has ended' } } })
  await (await answered).finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(page.locator('main')).toHaveCount(1)
})

test('what could not be read says that it is tried again, and comes by itself', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.clock.install()
  const reads = '**/dashboard/v1/{session,clients,merchants}*'
  const seeComing = async (path: string, count: number, come: Locator): Promise<void> => {
    await page.route(reads, (route) => route.fulfill({ status: 503, body: '<h1>Bad gateway</h1>' }))
    await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText(['The service answered 503; it is tried again by itself'])
    await page.unroute(reads)
    await page.route(reads.replace('session,', ''), (route) => route.fulfill({ status: 503, body: '' }))
    await page.clock.runFor(15_000)
    await expect(alert).toHaveCount(count)
    await page.unroute(reads.replace('session,', ''))
    await page.clock.runFor(15_000)
    await expect(come).toBeEnabled()
    await expect(alert).toHaveCount(0)
  }
  const clients = page.getByRole('table', { name: 'Clients' })
  await seeComing('settings', 2, clients.getByRole('button', { name: 'Edit' }).first())
  await seeComing('requests/console', 1, page.getByRole('button', { name: 'Send the request' }))
})

test('the merchants to choose from, and their names, come by themselves where they could not be read', async ({
  page,
  stack,
}) => {
  await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--operator']))
  await page.clock.install()
  const merchants = '**/dashboard/v1/merchant-names'
  await page.route(merchants, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const clients = page.getByRole('table', { name: 'Clients' })
  await expect(clients).toBeVisible()
  await page.unroute(merchants)
  const choice = page.getByRole('combobox', { name: 'Merchant', exact: true }).getByRole('option')
  const inAWhile = () => page.clock.runFor(15_000).then(() => choice.count())
  await expect.poll(inAWhile).toBeGreaterThan(1)
  const name = (await choice.last().textContent()) ?? ''
  await expect(clients.getByRole('link', { name, exact: true })).not.toHaveCount(0)
})

test('a merchant stays to be chosen though a list from before it was made comes later', async ({ page, stack }) => {
  const merchants = '**/dashboard/v1/merchant-names'
  await page.goto(await stack.dashboardLink(['--operator']))
  let release = (): void => undefined
  const before = new Promise<void>((resolve) => (release = resolve))
  await page.route(
    merchants,
    async (route) => {
      const response = await route.fetch()
      await before
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  const asked = page.waitForRequest(merchants)
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const held = await asked
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await page.getByText('Create a merchant').click()
  await page.getByLabel('Name that buyers see').fill('Made Meanwhile')
  await page.getByRole('button', { name: 'Create merchant' }).click()
  const made = page.getByRole('option', { name: 'Made Meanwhile' })
  await expect(made).toHaveCount(1)
  release()
  await (await held.response())?.finished()
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  await expect(made).toHaveCount(1)
})

test('a tab that is looked at again shows the clients as they are by then', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const clients = page.getByRole('table', { name: 'Clients' })
  const newSecret = clients.getByRole('button', { name: 'New secret' })
  // Before it is disabled elsewhere: what is read later shows it as it is by then.
  await expect(newSecret).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Disable' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(other.getByText('disabled').first()).toBeVisible()
  await expect(newSecret).toBeVisible()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(clients.getByText('disabled')).toBeVisible()
  await expect(newSecret).toBeHidden()
})

test('what was asked for as the session had ended comes with the next one, also in a window that was in sight', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient([])
  const dashboard = `${stack.serviceUrl}/dashboard`
  const signInAnew = async (): Promise<void> => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
    const other = await page.context().newPage()
    await other.goto(await stack.dashboardLink(['--merchant', merchant]))
    await other.getByText('No payments in this time').waitFor()
    await other.close()
    await page.evaluate(() => dispatchEvent(new Event('focus')))
  }
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${dashboard}/requests/console`)
  const send = page.getByRole('button', { name: 'Send the request' })
  await expect(send).toBeEnabled()
  await signOut(page, dashboard)
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await signInAnew()
  await expect(page.getByRole('table', { name: 'Clients' }).getByRole('button', { name: 'Edit' })).toBeVisible()
  await signOut(page, dashboard)
  await page.goBack()
  await signInAnew()
  await expect(send).toBeEnabled()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a session that was taken for ended, as by the answer of a proxy, goes on where it is found to be alive', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  await expect(page.getByRole('button', { name: 'Send the request' })).toBeEnabled()
  await page.route('**/dashboard/v1/clients*', (route) => route.fulfill({ status: 401, body: '' }))
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your session has ended')
  await page.unroute('**/dashboard/v1/clients*')
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(page.getByRole('table', { name: 'Clients' })).toBeVisible()
})

test('windows of one session, side by side, leave the browser connections to load pages and to act', async ({
  page,
  context,
  stack,
}) => {
  const { merchant_id: merchant } = stack.credentials
  await page.goto(await stack.dashboardLink(['--operator']))
  const windows = [page, await context.newPage(), await context.newPage()]
  for (const each of windows) {
    await each.goto(`${stack.serviceUrl}/dashboard/settings?merchant=${merchant}`)
    await expect(each.getByLabel('Wallet address')).toBeVisible()
  }
  const [, , last = page] = windows
  await last.getByLabel('E-mail, wallet or external id').fill('beside@example.com')
  await last.getByRole('button', { name: 'Ban', exact: true }).click()
  for (const each of [last, page])
    await expect(each.getByRole('table', { name: 'Banned customers' })).toContainText('beside@example.com')
  await last.getByRole('row', { name: 'beside@' }).getByRole('button', { name: 'Lift' }).click()
  await expect(last.getByText('Nobody is banned.')).toBeVisible()
})

test('what is said of a session that has ended needs no scrolling', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(await stack.dashboardLink())
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(600)
})

test('a link on a page of another site asks before it takes the place of a session', async ({ page, stack, defer }) => {
  const { merchant_id: attacker } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--operator']))
  const merchants = page.getByRole('combobox', { name: 'Merchant' })
  await expect(merchants).toBeVisible()
  const elsewhere = await serveText(
    `<!doctype html><a href="${await stack.dashboardLink(['--merchant', attacker])}">Look</a>`,
  )
  defer(() => elsewhere.close())
  const follow = async (): Promise<void> => {
    await page.goto(elsewhere.url)
    await page.getByRole('link', { name: 'Look' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to the dashboard?')
  }
  await follow()
  await page.goto(`${stack.serviceUrl}/dashboard`)
  await expect(merchants).toBeVisible()
  await follow()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expect(merchants).toHaveCount(0)
})
