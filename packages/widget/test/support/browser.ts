import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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

/** A page in a context of its own. It waits for what it is asked for as long as a busy machine may need. */
export const openTab = async (browser: Browser, options: BrowserContextOptions = {}): Promise<Page> => {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(25_000)
  return page
}

/** Has the browser of a page say that its buyer saves data. */
export const saveData = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
}

/** Waits until the widget's script has run in the page. */
export const untilScriptIsThere = (page: Page) => page.waitForFunction(() => 'initFortePaymentsWidget' in window)
