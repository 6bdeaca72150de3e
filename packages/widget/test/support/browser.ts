import { type Browser, chromium } from 'playwright-core'

/** Chromium as this project runs it everywhere: no sandbox for root, and no calls home. */
export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['COINSLOT_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
