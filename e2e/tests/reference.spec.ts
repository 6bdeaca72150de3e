import { expect, test } from '../stack/test.ts'

test('the reference draws itself under its strict policy from the service alone, and its requests can be tried', async ({
  page,
  stack,
}) => {
  const strangers: string[] = []
  const refused: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(stack.serviceUrl))
      strangers.push(request.url())
  })
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text())
  })
  await page.goto(`${stack.serviceUrl}/docs#tag/payments/POST/payments/v2/intent`)
  await expect(page.getByRole('heading', { name: 'Create a payment intent for the widget' })).toBeVisible()
  await page.getByRole('button', { name: /Test Request.*\/payments\/v2\/intent\)?$/ }).click()
  await page.getByRole('button', { name: /^Send/ }).first().click()
  await expect(page.getByText('Send a valid access token as').first()).toBeVisible()
  expect(strangers).toEqual([])
  expect(refused).toEqual([])
})
