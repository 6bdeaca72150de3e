import { setTimeout as pause } from 'node:timers/promises'
import {
  type Browser,
  connect,
  type ElementHandle,
  type Frame,
  launch,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import { type Engine, FIND, until } from './engine.ts'

const ANSWER_MS = 2_000

/** An answer, or what stands for it where it does not come in time: a document that is being replaced may never give it. */
const inTime = <T, U>(answer: Promise<T>, otherwise: U): Promise<T | U> =>
  Promise.race([answer, pause(ANSWER_MS, otherwise)])

/** The one that shows something: who has just connected to Firefox is told of the frames of a restored page as if they were pages. */
const shownPage = async (browser: Browser): Promise<Page> => {
  for (const page of await browser.pages())
    if (page.url() !== 'about:blank' && (await page.evaluate(() => window === window.top))) return page
  throw new Error('the browser shows no page')
}

const drive = async (options: LaunchOptions): Promise<Engine> => {
  // No limit but the test's own: a cold disk gave the 300 MB of a Chromium more than the half minute that is usual here.
  let browser = await launch({ ...options, timeout: 0 })
  let page = await browser.newPage()
  let depth = 0

  /** Looked up anew each time: a document that is replaced takes its frames with it. */
  const currentFrame = (): Frame | null => {
    let frame: Frame | undefined = page.mainFrame()
    for (let level = 0; level < depth; level += 1) frame = frame?.childFrames().at(-1)
    return frame ?? null
  }
  /** By a connection of its own: Puppeteer may never learn of a frame that lives in another process. */
  const reconnect = async (): Promise<void> => {
    const browserWSEndpoint = browser.wsEndpoint()
    await browser.disconnect()
    browser = await connect({ browserWSEndpoint, protocol: options.browser ? 'webDriverBiDi' : 'cdp' })
    page = await shownPage(browser)
  }
  /** Asked of the document itself: the load of one that begins again at once may never be told of. */
  const hasOpened = async (): Promise<true | null> => {
    const isOpen = page.evaluate(() => !('isLeft' in window) && document.readyState === 'complete').catch(() => false)
    return (await inTime(isOpen, false)) || null
  }
  /** In Firefox a document may learn of it only after its load, and history.back() does nothing until then. */
  const hasWayBack = async (): Promise<true | null> =>
    (await page.evaluate(() => ('navigation' in window ? navigation.canGoBack : history.length > 1))) || null
  const tell = async (): Promise<string> => {
    const seen = page.frames().map(async (frame) => {
      const text = frame.evaluate(() => document.body.innerText.slice(0, 300)).catch(String)
      return `\n${frame.url()}: ${await inTime(text, 'does not answer')}`
    })
    return (await Promise.all(seen)).join('')
  }
  const find = (kind: 'box' | 'button' | 'text', name: string): Promise<ElementHandle<HTMLElement>> =>
    until(
      async () => {
        const source = `(${FIND})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`
        const found = currentFrame()?.evaluateHandle(source) ?? Promise.resolve(null)
        const handle = await inTime(
          found.catch(() => null),
          'unanswered' as const,
        )
        if (handle !== 'unanswered') return (handle?.asElement() ?? null) as ElementHandle<HTMLElement> | null
        await reconnect()
        return null
      },
      `${kind} "${name}"`,
      tell,
    )

  return {
    open: async (url) => {
      depth = 0
      await page.evaluate((to) => {
        Object.assign(window, { isLeft: true })
        setTimeout(() => location.assign(to))
      }, url)
      await until(hasOpened, `page at ${url}`, tell)
    },
    evaluate: async (expression) => {
      if (page.mainFrame().detached) await reconnect()
      return page.mainFrame().evaluate(expression)
    },
    back: async () => {
      await until(hasWayBack, 'way back', tell)
      await page.evaluate(() => void setTimeout(() => history.back()))
    },
    findRestored: async () => {
      depth = 0
      await reconnect()
    },
    enterFrame: async () => {
      depth += 1
    },
    leaveFrames: async () => {
      depth = 0
    },
    type: async (name, text) => (await find('box', name)).type(text),
    read: async (name) => ((await find('box', name)) as ElementHandle<HTMLInputElement>).evaluate(({ value }) => value),
    // By its key: what has come by itself may still be moving, and a click would go past it.
    press: async (name) => (await find('button', name)).press('Enter'),
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
