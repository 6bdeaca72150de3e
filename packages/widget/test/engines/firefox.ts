import { type ElementHandle, type Frame, launch } from 'puppeteer-core'
import { type Engine, FIND, until } from './engine.ts'

/** Firefox over WebDriver BiDi. */
export const launchFirefox = async (executablePath: string): Promise<Engine> => {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-US' },
  })
  const page = await browser.newPage()
  let frame: Frame = page.mainFrame()

  const find = (kind: 'box' | 'button' | 'text', name: string): Promise<ElementHandle<HTMLElement>> =>
    until(async () => {
      const handle = await frame.evaluateHandle(`(${FIND})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`)
      return handle.asElement() as ElementHandle<HTMLElement> | null
    }, `${kind} "${name}"`)

  return {
    open: async (url) => {
      frame = page.mainFrame()
      await page.goto(url)
    },
    evaluate: (expression) => page.mainFrame().evaluate(expression),
    enterFrame: async () => {
      frame = await until(async () => frame.childFrames()[0] ?? null, 'frame')
    },
    leaveFrames: async () => {
      frame = page.mainFrame()
    },
    type: async (name, text) => (await find('box', name)).type(text),
    press: async (name) => (await find('button', name)).click(),
    choose: async (name, path) => ((await find('box', name)) as ElementHandle<HTMLInputElement>).uploadFile(path),
    sees: async (words) => (await find('text', words)) !== null,
    close: () => browser.close(),
  }
}
