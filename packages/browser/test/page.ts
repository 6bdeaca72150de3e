import { CoinslotError, type LoadOptions } from '../src/load.ts'

declare global {
  interface Window {
    /** Origin of the vendor that fails on demand. */
    readonly VENDOR: string
    vendorRuns?: number
    initFortePaymentsWidget?: unknown
  }
}

/** What of the vendor's a test uses: its own addresses, and how often they were asked for. */
export interface Scenario {
  readonly manifest: string
  readonly script: string
  readonly options: LoadOptions
  count(part: 'manifest' | 'script'): Promise<number>
}

export const scenario = (fault = 'none', script = 'good'): Scenario => {
  const path = `${fault}/${script}/${crypto.randomUUID()}`
  const count = async (part: 'manifest' | 'script') => {
    const name = part === 'script' ? `${path}.js` : path
    return Number(await (await fetch(`${window.VENDOR}/count/${part}/${name}`)).text())
  }
  const manifest = `${window.VENDOR}/manifest/${path}`
  return {
    manifest,
    script: `${window.VENDOR}/script/${path}.js`,
    options: { manifest, retryDelayMs: 10, timeoutMs: 10_000 },
    count,
  }
}

/** The manifest as the vendor's backend answers it. */
export const answerOf = async ({ manifest }: Scenario) => (await fetch(manifest)).json()

export const tags = (): HTMLScriptElement[] =>
  [...document.scripts].filter(({ src }) => src.startsWith(`${window.VENDOR}/script/`))

/** The page as it was before anything was loaded. */
export const clean = (): void => {
  for (const tag of tags()) tag.remove()
  delete window.initFortePaymentsWidget
  window.vendorRuns = 0
}

/** The error's code; `none` where it succeeds. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof CoinslotError ? error.code : String(error)),
  )

/** What waits in the queue of tasks comes first. */
export const tick = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

/** Waits until it holds. */
export const until = async (holds: () => unknown): Promise<void> => {
  for (let wait = 0; wait < 1000; wait++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error(`never: ${holds}`)
}

/** Says that the browser is offline until the returned function says that it is back. */
export const goOffline = (): (() => void) => {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  return () => {
    Reflect.deleteProperty(navigator, 'onLine')
    dispatchEvent(new Event('online'))
  }
}

/** Has the page be one that is prerendered, until the returned function shows it. */
export const prerender = (): (() => void) => {
  Object.defineProperty(document, 'prerendering', { configurable: true, get: () => true })
  return () => {
    Reflect.deleteProperty(document, 'prerendering')
    document.dispatchEvent(new Event('prerenderingchange'))
  }
}
