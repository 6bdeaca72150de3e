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
  let depth = 0

  /** Looked up anew each time: a document that is replaced takes its frames with it. */
  const currentFrame = (): Frame | null => {
    let frame: Frame | undefined = page.mainFrame()
    for (let level = 0; level < depth; level += 1) frame = frame?.childFrames().at(-1)
    return frame ?? null
  }
  const find = (kind: 'box' | 'button' | 'text', name: string): Promise<ElementHandle<HTMLElement>> =>
    until(async () => {
      const source = `(${FIND})(${JSON.stringify(kind)}, ${JSON.stringify(name)})`
      const handle = await currentFrame()
        ?.evaluateHandle(source)
        .catch(() => null)
      return (handle?.asElement() ?? null) as ElementHandle<HTMLElement> | null
    }, `${kind} "${name}"`)

  return {
    open: async (url) => {
      depth = 0
      await page.goto(url)
    },
    evaluate: (expression) => page.mainFrame().evaluate(expression),
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
