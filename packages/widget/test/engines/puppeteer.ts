import { setTimeout as pause } from 'node:timers/promises'
import { connect, type ElementHandle, type Frame, launch, type LaunchOptions } from 'puppeteer-core'
import { type Engine, FIND, until } from './engine.ts'

/** A document that is being replaced may never answer. */
const ANSWER_MS = 2_000

const drive = async (options: LaunchOptions): Promise<Engine> => {
  let browser = await launch(options)
  let page = await browser.newPage()
  let depth = 0
  const complaints: string[] = []
  page.on('console', (message) => void complaints.push(message.text()))
  page.on('requestfailed', (request) => void complaints.push(`${request.url()} ${request.failure()?.errorText}`))

  /** Looked up anew each time: a document that is replaced takes its frames with it. */
  const currentFrame = (): Frame | null => {
    let frame: Frame | undefined = page.mainFrame()
    for (let level = 0; level < depth; level += 1) frame = frame?.childFrames().at(-1)
    return frame ?? null
  }
  /** Of each document, and of what it has asked for and not got. */
  const tell = async (): Promise<string> => {
    const seen = page.frames().map(async (frame) => {
      const text = frame.evaluate(() => document.body.innerText.slice(0, 300)).catch(String)
      return `\n${frame.url()}: ${await Promise.race([text, pause(ANSWER_MS, 'does not answer')])}`
    })
    return [...(await Promise.all(seen)), ...complaints.map((complaint) => `\n${complaint}`)].join('')
  }
  const find = (kind: 'box' | 'button' | 'text', name: string): Promise<ElementHandle<HTMLElement>> =>
    until(async () => {
      const source = `(${FIND})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`
      const handle = await currentFrame()
        ?.evaluateHandle(source)
        .catch(() => null)
      return (handle?.asElement() ?? null) as ElementHandle<HTMLElement> | null
    }, `${kind} "${name}"`, tell)

  return {
    open: async (url) => {
      depth = 0
      await page.goto(url)
    },
    evaluate: (expression) => page.mainFrame().evaluate(expression),
    findRestored: async () => {
      depth = 0
      const url = await page.evaluate(() => location.href)
      const browserWSEndpoint = browser.wsEndpoint()
      await browser.disconnect()
      browser = await connect({ browserWSEndpoint, protocol: options.browser ? 'webDriverBiDi' : 'cdp' })
      const found = (await browser.pages()).find((candidate) => candidate.url() === url)
      if (!found) throw new Error(`there is no page at ${url}`)
      page = found
    },
    enterFrame: async () => {
      depth += 1
    },
    leaveFrames: async () => {
      depth = 0
    },
    type: async (name, text) => (await find('box', name)).type(text),
    read: async (name) => ((await find('box', name)) as ElementHandle<HTMLInputElement>).evaluate(({ value }) => value),
    press: async (name) => (await find('button', name)).click(),
    choose: async (name, path) => ((await find('box', name)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    sees: async (words) => (await find('text', words)) !== null,
    close: () => browser.close(),
  }
}

/** Firefox over WebDriver BiDi. */
export const launchFirefox = (executablePath: string): Promise<Engine> =>
  drive({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
  })

/** Chromium with its windows, unseen here: the one without keeps no page for the way back. */
export const launchChromium = (executablePath: string): Promise<Engine> =>
  drive({
    executablePath,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--lang=en-US'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
