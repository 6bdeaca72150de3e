import { expect, test } from '../stack/test.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a key that is shown once is in the window, and the form is as it was for the next endpoint', async ({
  page,
  stack,
}) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await page.getByText('Add an endpoint').click()
  for (const name of ['first', 'second']) {
    await page.getByRole('textbox', { name: 'Endpoint' }).fill(`http://127.0.0.1:9/${name}`)
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const key = page.locator('.callout', { hasText: `The signing key of http://127.0.0.1:9/${name}` })
    await expect(key).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: `http://127.0.0.1:9/${name}` })).toBeAttached()
    await expect(key).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('checkbox', { name: 'kyc rejected' })).toBeChecked()
  }
})

test('a secret that is shown once is there still where a newer one could not be made', async ({ page, stack }) => {
  const { merchant_id: merchant } = await stack.createClient([])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/settings`)
  const makeNewSecret = async () => {
    await page.getByRole('button', { name: 'New secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Make a new secret' }).click()
  }
  await makeNewSecret()
  const shown = page.getByRole('region', { name: 'Clients' }).getByText('shown this once')
  await expect(shown).toBeVisible()
  await page.route('**/dashboard/v1/clients/*/rotate', (route) => route.abort())
  await makeNewSecret()
  await expect(page.locator('.notices')).toContainText('The service did not answer')
  await expect(shown).toBeVisible()
})

test('a key that is shown once stays in the middle of the window as the new endpoint comes above it', async ({
  page,
  stack,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { merchant_id: merchant } = await stack.createClient(['--webhook', 'http://127.0.0.1:9/earlier'])
  await page.goto(await stack.dashboardLink(['--merchant', merchant]))
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  await expect(page.getByRole('heading', { name: 'http://127.0.0.1:9/earlier' })).toBeVisible()
  await page.getByText('Add an endpoint').click()
  await page.getByRole('textbox', { name: 'Endpoint' }).fill('http://127.0.0.1:9/next')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'http://127.0.0.1:9/next' })).toBeAttached()
  const key = page.getByRole('group', { name: 'Signing key, shown this once' })
  const offMiddle = async (): Promise<number> => {
    const { y = 0, height = 0 } = (await key.boundingBox()) ?? {}
    return Math.abs(y + height / 2 - 450)
  }
  await expect.poll(offMiddle).toBeLessThan(60)
})
