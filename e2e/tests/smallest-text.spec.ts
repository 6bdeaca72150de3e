import config from '../playwright.config.ts'
import { expect, test } from '../stack/test.ts'

const { launchOptions = {} } = config.use ?? {}
/** The browser's own setting for the smallest text: no length of a style follows it. */
const SMALLEST = '--blink-settings=minimumFontSize=24'

test.use({
  viewport: { width: 390, height: 844 },
  launchOptions: { ...launchOptions, args: [...(launchOptions.args ?? []), SMALLEST] },
})

test('all of the navigation is in the window of a phone, however large the browser makes small text', async ({
  page,
  stack,
}) => {
  await page.goto(await stack.dashboardLink())
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const links = await page.getByRole('navigation').getByRole('link').all()
  expect(links).toHaveLength(6)
  for (const link of links) await expect(link).toBeInViewport({ ratio: 1 })
})
