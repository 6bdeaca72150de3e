import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowsers, type OpenBrowser } from '../../browser/test/find-browsers.ts'
import { openBrowser } from '../../browser/test/open-browser.ts'
import { createLink } from '../src/dashboard/links.ts'
import { startTestService, type TestService } from './harness.ts'
import { order } from './orders.ts'

const PAGES = [
  ['', 'Overview'],
  ['/payments', 'Payments'],
  ['/webhooks', 'Webhooks'],
  ['/requests', 'Requests'],
  ['/requests/console', 'Console'],
  ['/identity', 'Identity checks'],
  ['/settings', 'Settings'],
] as const

/** The heading of the page, once everything that it asks for is there; what it complains of in its place. */
const SHOWN = `(() => {
  const text = (selector) => document.querySelector(selector)?.textContent.trim()
  return text('[role=alert]') ?? (document.querySelector('[aria-label=Loading]') ? 'loading' : text('h1')) ?? 'nothing'
})()`

/** What the chart's legend shows beside the names of its lines while no hour is pointed at. */
const BESIDE_NAMES = `(() => {
  const isSeen = (element, part) => getComputedStyle(element, part).visibility === 'visible'
  const names = [...document.querySelectorAll('.u-legend th')]
  return JSON.stringify(names.map((name) => [name.textContent, isSeen(name), isSeen(name, '::after')]))
})()`

/** The tests of whole pages are driven in Chromium. */
const engines = findBrowsers().filter(({ name }) => name !== 'Chromium')

describe.runIf(engines.length > 0)('every page of the dashboard opens', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService()
    await (await order(service)).page.pay()
  })
  afterAll(() => service.close())

  test.each(engines)('in $name', { timeout: 120_000 }, async (engine) => {
    const browser: OpenBrowser = await openBrowser(engine)
    try {
      const page = await browser.show(await createLink(service.deps, service.merchant.merchantId))
      for (const [path, heading] of PAGES) {
        await page.go(`${service.baseUrl}/dashboard${path}`)
        await expect.poll(() => page.read(SHOWN), { message: path, timeout: 30_000 }).toBe(heading)
      }
      await page.go(`${service.baseUrl}/dashboard`)
      await expect
        .poll(async () => JSON.parse(String(await page.read(BESIDE_NAMES))))
        .toEqual([
          ['Hour', false, false],
          ...['Approved', 'Declined', 'Expired', 'Refused'].map((name) => [name, true, false]),
        ])
      await page.go(`${service.baseUrl}/dashboard/payments`)
      await expect.poll(() => page.read("document.querySelector('table')?.textContent")).toContain('9.99')
      await page.close()
    } finally {
      await browser.close()
    }
  })
})
