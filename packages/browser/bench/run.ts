import type { Browser, Frame } from 'puppeteer-core'
import { compare, row, runBenchmarks, type Row } from '@coinslot/tooling/bench'
import { freePort } from '@coinslot/tooling/free-ports'
import { bundleScriptTag } from '../build/script-tag.ts'
import { findBrowsers } from '../test/find-browsers.ts'
import { launchChromium } from '../test/open-browser.ts'
import { startMerchant } from './merchant.ts'
import { PAGES } from './pages.ts'
import { startRealService } from './real-service.ts'

const RUNS = 7
const METHOD = `median of ${RUNS} runs, each in a new context with a cold cache, alternating; Chromium, 150 ms round trip and 1.6 Mbit/s by CDP; real service on this machine; page settled before the click. The card form is there when its number box can be seen and takes input, and keeps it; the price and a Pay button that can be pressed follow with the session's answer, which the rows of the Pay button measure`
const slow = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }

/** When these were there, by the clock of all documents of the page. */
interface Moments {
  readonly clicked: number
  readonly form: number
  readonly payable: number
}

/** Notes in each document when Buy is clicked, when a card field takes input, and when Pay can be pressed. */
const watch = (): void => {
  const note = (moment: keyof Moments) =>
    Object.assign(window, { [moment]: performance.timeOrigin + performance.now() })
  const look = (moment: keyof Moments, selector: string): void => {
    if (document.querySelector(selector)?.checkVisibility()) note(moment)
    else requestAnimationFrame(() => look(moment, selector))
  }
  addEventListener('click', () => note('clicked'), true)
  if (window === top) return
  look('form', '[autocomplete=cc-number]:read-write')
  look('payable', 'pay-step .primary:not([aria-disabled=true])')
}

const noted = async (frame: Frame, moment: keyof Moments): Promise<number> => {
  const read = (name: string): unknown => Reflect.get(window, name)
  const handle = await frame.waitForFunction(read, { timeout: 30_000, polling: 20 }, moment)
  return Number(await handle.jsonValue())
}

const CARD_NUMBER = '[autocomplete=cc-number]'

/** Milliseconds from the click on Buy to a card field that takes input, and to a Pay button that can be pressed. */
const fromClick = async (browser: Browser, url: string): Promise<Omit<Moments, 'clicked'>> => {
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
  const form = await noted(frame, 'form')
  await frame.type(CARD_NUMBER, '4111')
  const payable = await noted(frame, 'payable')
  const kept = await frame.$eval(CARD_NUMBER, (input) => (input as HTMLInputElement).value)
  if (kept !== '4111') throw new Error(`of what was typed into the card field, "${kept}" was kept`)
  const clicked = await noted(page.mainFrame(), 'clicked')
  await context.close()
  return { form: form - clicked, payable: payable - clicked }
}

const BASELINE = 'deployed'
const EMBEDS = ['element', 'element with server-rendered tags']
const MOMENTS = { form: 'card form', payable: 'Pay button' } as const
const nameOf = (moment: keyof typeof MOMENTS, embed: string): string =>
  `click to ${MOMENTS[moment]}: ${embed} against deployed embeds`

interface Stage {
  readonly browser: Browser
  readonly merchantUrl: string
  close(): Promise<void>
}

/** The times of every page, in turns. */
const timesOf = async ({ browser, merchantUrl }: Stage) => {
  const times: Record<string, Omit<Moments, 'clicked'>[]> = {}
  for (let run = 0; run < RUNS; run++) {
    for (const name of Object.keys(PAGES)) {
      times[name] ??= []
      times[name].push(await fromClick(browser, `${merchantUrl}/${encodeURIComponent(name)}`))
    }
  }
  return times
}

/** The real service, a merchant's page on it, and a browser. */
const openStage = async (): Promise<Stage> => {
  const chromium = findBrowsers().find(({ name }) => name === 'Chromium')
  if (!chromium) throw new Error('there is no Chromium')
  const port = await freePort()
  const service = await startRealService(`http://localhost:${port}`)
  const merchant = await startMerchant(service, port, PAGES, (await bundleScriptTag()).code)
  const browser = await launchChromium(chromium.path)
  return {
    browser,
    merchantUrl: merchant.url,
    close: async () => {
      await browser.close()
      merchant.stop()
      await service.stop()
    },
  }
}

let stage: Promise<Stage> | undefined
const measure = async (): Promise<Row[]> => {
  const times = await timesOf(await (stage ??= openStage()))
  const roundsOf = (embed: string, moment: keyof typeof MOMENTS) =>
    Array.from({ length: RUNS }, (_, run) => ({
      ours: times[embed]?.[run]?.[moment] ?? Number.NaN,
      other: times[BASELINE]?.[run]?.[moment] ?? Number.NaN,
    }))
  const rowsOf = (moment: keyof typeof MOMENTS) =>
    EMBEDS.map((embed) =>
      row({ name: nameOf(moment, embed), ...compare(roundsOf(embed, moment)), unit: 'ms', method: METHOD }),
    )
  return [...rowsOf('form'), ...rowsOf('payable')]
}

const names = [...EMBEDS.map((embed) => nameOf('form', embed)), ...EMBEDS.map((embed) => nameOf('payable', embed))]
await runBenchmarks([{ names, measure }], { close: async () => (await stage)?.close() })
