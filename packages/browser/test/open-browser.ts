import puppeteer, { type Browser } from 'puppeteer-core'
import type { FoundBrowser, OpenBrowser } from './find-browsers.ts'
import { startWebKit } from './webkit-driver.ts'

/** Without these, Chromium looks for its vendor's hosts at every start. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']
/** Pages of tests are not seen; timers of such pages must run all the same. */
const AWAKE = ['--disable-renderer-backgrounding', '--disable-background-timer-throttling']

/** Each test says how long it may take: a cold disk gave the 300 MB of a browser more than the half minute that is usual. */
const NO_LIMIT = { timeout: 0 }

export const launchChromium = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({
    ...NO_LIMIT,
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', ...QUIET, ...AWAKE],
  })

/** Where a connection is cut, Firefox asks ten times by itself: with slow answers, that took all of a loader's time. */
const PREFERENCES = { 'network.http.request.max-attempts': 2 }

const launchFirefox = (executablePath: string): Promise<Browser> =>
  puppeteer.launch({ ...NO_LIMIT, browser: 'firefox', executablePath, extraPrefsFirefox: PREFERENCES })

const byPuppeteer = (browser: Browser): OpenBrowser => ({
  show: async (url) => {
    const page = await browser.newPage()
    const go = async (to: string): Promise<void> => void (await page.goto(to, { waitUntil: 'domcontentloaded' }))
    await go(url)
    return { go, read: (expression) => page.evaluate(expression), close: () => page.close() }
  },
  close: () => browser.close(),
})

export const openBrowser = async ({ name, path }: FoundBrowser): Promise<OpenBrowser> => {
  if (name === 'WebKit') return startWebKit(path)
  return byPuppeteer(await (name === 'Firefox' ? launchFirefox(path) : launchChromium(path)))
}
