import type { Locator } from '@playwright/test'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

type Property = 'backgroundColor' | 'borderTopColor' | 'color' | 'outlineColor'

/** Red, green and blue of a computed colour, as WCAG weighs them. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
    const share = Number(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const colourOf = (place: Locator, property: Property, part?: string): Promise<string> =>
  place.evaluate((element, [name, pseudo]) => getComputedStyle(element, pseudo)[name], [property, part] as const)

const contrastOf = async (seen: Promise<string>, ground: Promise<string>): Promise<number> => {
  const [one, other] = [luminanceOf(await seen), luminanceOf(await ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`who asks for more contrast has it, ${colorScheme}`, async ({ browser, stack }) => {
    await createIntents(stack, [{ title: 'Coins', reference: `contrast-${colorScheme}` }])
    const page = await browser.newPage({ colorScheme, contrast: 'more' })
    await page.goto(await stack.dashboardLink())
    await page.goto(`${stack.serviceUrl}/dashboard/payments?text=contrast-${colorScheme}`)
    const table = page.getByRole('table', { name: 'Payments' })
    const badge = table.locator('.badge')
    await expect(badge).toBeVisible()
    const panel = colourOf(table, 'backgroundColor')
    expect(await contrastOf(colourOf(table.locator('small'), 'color'), panel)).toBeGreaterThanOrEqual(7)
    expect(await contrastOf(colourOf(badge, 'color'), colourOf(badge, 'backgroundColor'))).toBeGreaterThanOrEqual(7)
    expect(await contrastOf(colourOf(table, 'borderTopColor'), panel)).toBeGreaterThanOrEqual(3)
    await page.close()
  })
}

test('the edges of boxes, and the examples in them, are seen, light and dark', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const box = page.getByRole('searchbox').first()
  await expect(box).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveClass(new RegExp(`wa-${colorScheme}`))
    const own = colourOf(box, 'backgroundColor')
    for (const ground of [own, colourOf(page.locator('body'), 'backgroundColor')]) {
      expect(await contrastOf(colourOf(box, 'borderTopColor'), ground)).toBeGreaterThanOrEqual(3)
    }
    expect(await contrastOf(colourOf(box, 'color', '::placeholder'), own)).toBeGreaterThanOrEqual(4.5)
  }
})

test('where the keyboard is, is seen on the page and on its panels, light and dark', async ({ page, stack }) => {
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const box = page.getByRole('searchbox').first()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveClass(new RegExp(`wa-${colorScheme}`))
    await box.focus()
    await expect(box).not.toHaveCSS('outline-style', 'none')
    for (const ground of ['body', '.side']) {
      const behind = colourOf(page.locator(ground), 'backgroundColor')
      expect(await contrastOf(colourOf(box, 'outlineColor'), behind)).toBeGreaterThanOrEqual(3)
    }
  }
})

test('of all boxes that which has the keyboard has a ring where the system chooses the colours', async ({
  browser,
  stack,
}) => {
  const page = await browser.newPage({ forcedColors: 'active' })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/requests/console`)
  const boxes = [page.getByLabel('Operation'), page.getByLabel('Client'), page.getByLabel('Body')]
  for (const box of boxes) {
    await expect(box).toHaveCSS('outline-style', 'none')
    await box.focus()
    await expect(box).toHaveCSS('outline-style', 'solid')
  }
  await page.close()
})

test('the page one is on, and the sign of a status, are seen where the system chooses the colours', async ({
  browser,
  stack,
}) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'forced-1' }])
  const page = await browser.newPage({ forcedColors: 'active' })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/webhooks`)
  const current = page.getByRole('navigation').getByRole('link', { name: 'Webhooks' })
  const badge = page.getByRole('article').first().locator('.badge')
  await expect(badge).toBeVisible()
  const ground = colourOf(page.locator('html'), 'backgroundColor')
  expect(await contrastOf(colourOf(current, 'backgroundColor'), ground)).toBeGreaterThanOrEqual(3)
  expect(await contrastOf(colourOf(badge, 'backgroundColor', '::before'), ground)).toBeGreaterThanOrEqual(3)
  await page.close()
})

test('what opens has a sign that it does, and every line of the chart one of its own, where the system chooses the colours', async ({
  browser,
  stack,
}) => {
  await createIntents(stack, [{ title: 'Coins', reference: 'forced-2' }])
  const page = await browser.newPage({ forcedColors: 'active' })
  await page.goto(await stack.dashboardLink())
  const opens = page.locator('summary', { hasText: 'As a table' })
  await expect(opens).toBeVisible()
  const ground = colourOf(page.locator('html'), 'backgroundColor')
  expect(await contrastOf(colourOf(opens, 'backgroundColor', '::after'), ground)).toBeGreaterThanOrEqual(3)
  // A double line that is thinner is drawn as a single one, which another line has.
  const mark = page.locator('hour-chart .u-series', { hasText: 'Refused' }).locator('.u-marker')
  await expect(mark).toHaveCSS('border-top-style', 'double')
  await expect(mark).toHaveCSS('border-top-width', '3px')
  await page.close()
})
