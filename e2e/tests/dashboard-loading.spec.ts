import type { Page, Route } from '@playwright/test'
import { countShifts } from '../stack/count-shifts.ts'
import { createIntents } from '../stack/create-intents.ts'
import { expect, test } from '../stack/test.ts'

/** Holds back what the page asks for, until it is let through. */
const hold = async (page: Page, path: string | RegExp): Promise<() => void> => {
  let release = (): void => {}
  const isReleased = new Promise<void>((resolve) => (release = resolve))
  await page.route(path, async (route: Route) => {
    await isReleased
    await route.continue()
  })
  return release
}

for (const width of [390, 1280]) {
  test(`what stands below the chart stays where it is when the chart comes, ${width} px wide`, async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await createIntents(stack, [{ title: 'Coins', reference: `still-${width}` }])
    const release = await hold(page, '**/assets/hour-chart-*.js')
    await page.goto(await stack.dashboardLink())
    const below = page.getByRole('heading', { name: 'How far buyers come' })
    await expect(below).toBeVisible()
    const before = (await below.boundingBox())?.y ?? 0
    release()
    await expect(page.locator('hour-chart .u-legend')).toBeVisible()
    expect(Math.abs(((await below.boundingBox())?.y ?? 0) - before)).toBeLessThanOrEqual(4)
  })
}

test('on a phone the page stays where it is when it is known who is signed in', async ({ page, stack }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(await stack.dashboardLink())
  const release = await hold(page, '**/session')
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const main = page.getByRole('main')
  await expect(main).toBeVisible()
  const before = (await main.boundingBox())?.y
  release()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  expect((await main.boundingBox())?.y).toBe(before)
})

for (const width of [390, 1280]) {
  for (const path of ['payments', 'webhooks', 'requests', 'identity', 'settings']) {
    test(`of ${path} nothing that is seen moves while rows come, ${width} px wide`, async ({ page, stack }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(await stack.dashboardLink())
      const shifts = await countShifts(page)
      const release = await hold(page, /\/dashboard\/v1\/(?!session$)/)
      await page.goto(`${stack.serviceUrl}/dashboard/${path}`)
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
      await expect(page.locator('.page-head').first()).toBeVisible()
      release()
      await expect(page.getByText('Times are in')).toBeVisible()
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await shifts()).toBeLessThan(0.001)
    })
  }
}

test('a row that is there already is not put into words again for each that comes', async ({ page, stack }) => {
  const orders = Array.from({ length: 60 }, (_, nr) => ({ title: `Worded ${nr}`, reference: `worded-${nr}` }))
  await createIntents(stack, orders)
  await page.addInitScript(() => {
    const { DateTimeFormat } = Intl
    Object.assign(globalThis, { made: 0 })
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      construct: (target, options) => {
        Object.assign(globalThis, { made: Reflect.get(globalThis, 'made') + 1 })
        return Reflect.construct(target, options)
      },
    })
  })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments?text=Worded`)
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  await expect(rows).toHaveCount(51)
  const made = () => page.evaluate(() => Number(Reflect.get(globalThis, 'made')))
  const before = await made()
  await page.getByRole('button', { name: 'Show older' }).click()
  await expect(rows).toHaveCount(61)
  expect((await made()) - before).toBeLessThan(50)
})

test('who opens a row, reloads it and goes back is where they were, once the rows have come', async ({
  page,
  stack,
}) => {
  const orders = Array.from({ length: 30 }, (_, nr) => ({ title: `Reloaded ${nr}`, reference: `reloaded-${nr}` }))
  await createIntents(stack, orders)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(await stack.dashboardLink())
  await page.goto(`${stack.serviceUrl}/dashboard/payments`)
  const opened = page.getByRole('row', { name: 'Reloaded 5 ' }).getByRole('link')
  await opened.click()
  const title = page.getByRole('heading', { name: 'Reloaded 5' })
  await expect(title).toBeVisible()
  await page.reload()
  await expect(title).toBeVisible()
  const release = await hold(page, '**/dashboard/v1/payments?*')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  release()
  await expect(opened).toBeFocused()
  await expect(opened).toBeInViewport()
})
