import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

test('who cannot copy is told so, and given the whole of a shortened id to select', async ({ page, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Copied coins', reference: 'copied' }])
  // As on plain http, where a browser gives a page no clipboard.
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined }))
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?reference=copied`)
  const notice = page.locator('dashboard-notices').getByRole('status')
  await page.getByRole('button', { name: `Copy the id …${id.slice(-8)}` }).press('Enter')
  await expect(notice).toContainText(`Your browser does not let this page copy. Select it here: ${id}`)
  await notice.getByText(id).click({ clickCount: 3 })
  expect(await page.evaluate(() => getSelection()?.toString())).toContain(id)
  await notice.getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('link', { name: `…${id.slice(-8)}` }).click()
  await page.getByRole('button', { name: 'Copy the reference' }).click()
  await expect(notice).toContainText('Your browser does not let this page copy. Select what stands beside the button')
})

test('what is copied is the whole id, and no notice is in the way', async ({ page, context, stack }) => {
  const [id = ''] = await createIntents(stack, [{ title: 'Copied coins', reference: 'copied whole' }])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments/${id}`)
  const copy = page.getByRole('button', { name: `Copy the id …${id.slice(-8)}` })
  await copy.press('Enter')
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)
  await expect(page.locator('dashboard-notices').getByRole('status')).toHaveText('')
})
