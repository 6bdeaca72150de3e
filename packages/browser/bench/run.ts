import type { Browser, Frame } from 'puppeteer-core'
import { bundleScriptTag } from '../build/script-tag.ts'
import { findBrowsers } from '../test/find-browsers.ts'
import { launchChromium } from '../test/open-browser.ts'
import { startMerchant } from './merchant.ts'
import { PAGES } from './pages.ts'
import { freePort, startRealService } from './real-service.ts'

const RUNS = 7
const METHOD = `median of ${RUNS} runs, each in a new context with a cold cache, alternating; Chromium, 150 ms round trip and 1.6 Mbit/s by CDP; real service on this machine; page settled before the click`
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** Notes in each document when Buy is clicked, and when a card field can be seen. */
const watch = (): void => {
  addEventListener('click', () => Object.assign(window, { at: performance.timeOrigin + performance.now() }), true)
  const look = (): void => {
    const field = document.querySelector('[autocomplete=cc-number]')
    if (field?.checkVisibility()) Object.assign(window, { at: performance.timeOrigin + performance.now() })
    else requestAnimationFrame(look)
  }
  if (window !== top) look()
}

const noted = async (frame: Frame): Promise<number> => {
  const handle = await frame.waitForFunction(() => Reflect.get(window, 'at'), { timeout: 30_000, polling: 20 })
  return Number(await handle.jsonValue())
}

/** Milliseconds from the click on Buy to a card field that takes input. */
const clickToForm = async (browser: Browser, url: string): Promise<number> => {
  const context = await browser.createBrowserContext()
  const page = await context.newPage()
  const session = await page.createCDPSession()
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow)
  await page.evaluateOnNewDocument(watch)
  await page.goto(url, { waitUntil: 'networkidle0' })
  await page.click('button')
  const handle = await page.waitForSelector('div[id^=forte] iframe', { timeout: 30_000 })
  const frame = await handle?.contentFrame()
  if (!frame) throw new Error('there is no frame')
  const elapsedMs = (await noted(frame)) - (await noted(page.mainFrame()))
  await context.close()
  return elapsedMs
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

const chromium = findBrowsers().find(({ name }) => name === 'Chromium')
if (!chromium) throw new Error('there is no Chromium')
const port = await freePort()
const service = await startRealService(`http://localhost:${port}`)
const merchant = await startMerchant(service, port, PAGES, (await bundleScriptTag()).code)
const browser = await launchChromium(chromium.path)
const times: Record<string, number[]> = {}
try {
  for (let run = 0; run < RUNS; run++) {
    for (const name of Object.keys(PAGES)) {
      times[name] ??= []
      times[name].push(await clickToForm(browser, `${merchant.url}/${encodeURIComponent(name)}`))
    }
  }
} finally {
  await browser.close()
  merchant.stop()
  await service.stop()
}

const other = median(times['deployed'] ?? [])
const rows = ['element', 'element with server-rendered tags'].map((name) => {
  const ours = median(times[name] ?? [])
  const ratio = Number((ours / other).toFixed(3))
  return { name: `click to card form: ${name} against deployed embeds`, ours, other, ratio, unit: 'ms', method: METHOD }
})
console.log(process.argv.includes('--json') ? JSON.stringify(rows) : rows)
