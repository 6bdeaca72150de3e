import { failedLine } from '@coinslot/tooling/failed-tests'
import { checkConsumers } from './consumers.ts'
import { findBrowsers } from './find-browsers.ts'
import { checkMemory } from './memory.ts'
import { launchChromium } from './open-browser.ts'
import type { VendorServer } from './vendor-server.ts'

const CHECKS = {
  'nothing is left of 200 sessions': checkMemory,
  'consumers of the packed package build and run': checkConsumers,
}

/** Checks of whole pages in Chromium, through its DevTools protocol. */
export const runPageChecks = async (vendor: VendorServer): Promise<{ passed: number; failed: number }> => {
  const chromium = findBrowsers().find(({ name }) => name === 'Chromium')
  if (!chromium) return { passed: 0, failed: 0 }
  const browser = await launchChromium(chromium.path)
  const totals = { passed: 0, failed: 0 }
  for (const [title, check] of Object.entries(CHECKS)) {
    try {
      await check(browser, vendor)
      totals.passed++
      console.log(`✓ ${title}`)
    } catch (error) {
      totals.failed++
      console.log(error)
      console.log(failedLine(title, String(error)))
    }
  }
  await browser.close()
  return totals
}
