import type { BrowserLauncher } from '@web/test-runner'
import type { FoundBrowser, OpenBrowser } from './find-browsers.ts'
import { openBrowser } from './open-browser.ts'

/** One engine for the test runner, a page at a time. */
export const launcherOf = (found: FoundBrowser): BrowserLauncher => {
  const pages = new Map<string, { readonly url: string; readonly close: () => Promise<void> }>()
  let browser: Promise<OpenBrowser> | undefined
  const startSession = async (sessionId: string, url: string) => {
    browser ??= openBrowser(found)
    const { close } = await (await browser).show(url)
    pages.set(sessionId, { url, close })
  }
  return {
    name: found.name,
    type: found.name.toLowerCase(),
    concurrency: 1,
    startSession,
    startDebugSession: startSession,
    isActive: (sessionId) => pages.has(sessionId),
    getBrowserUrl: (sessionId) => pages.get(sessionId)?.url,
    stopSession: async (sessionId) => {
      await pages.get(sessionId)?.close()
      pages.delete(sessionId)
      return {}
    },
    stop: async () => (await browser)?.close(),
  }
}
