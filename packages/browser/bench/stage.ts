import type { Browser } from 'puppeteer-core'
import { SlowNetwork } from '@coinslot/tooling/bench'
import { freePort } from '@coinslot/tooling/free-ports'
import { bundleScriptTag } from '../build/script-tag.ts'
import { findBrowsers } from '../test/find-browsers.ts'
import { launchChromium } from '../test/open-browser.ts'
import { startMerchant } from './merchant.ts'
import { PAGES } from './pages.ts'
import { startRealService } from './real-service.ts'

/** The real service and a merchant's pages on it, behind a slow network, and a browser. */
export interface Stage {
  readonly browser: Browser
  readonly network: SlowNetwork
  /** Address of one of `PAGES`. */
  urlOf(page: string): string
  close(): Promise<void>
}

const NETWORK = { roundTripMs: 150, bytesPerSecond: 200_000 }

export const openStage = async (): Promise<Stage> => {
  const chromium = findBrowsers().find(({ name }) => name === 'Chromium')
  if (!chromium) throw new Error('there is no Chromium')
  const network = new SlowNetwork(NETWORK)
  const port = await freePort()
  const origin = `http://localhost:${await network.leadTo(port, 'localhost')}`
  const service = await startRealService(origin, network)
  const merchant = await startMerchant(service, port, PAGES, (await bundleScriptTag()).code)
  const browser = await launchChromium(chromium.path)
  return {
    browser,
    network,
    urlOf: (page) => `${origin}/${encodeURIComponent(page)}`,
    close: async () => {
      await browser.close()
      network.close()
      merchant.stop()
      await service.stop()
    },
  }
}
