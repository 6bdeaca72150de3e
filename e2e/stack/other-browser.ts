import { type BrowserContextOptions, chromium, type LaunchOptions, type Page } from '@playwright/test'
import config from '../playwright.config.ts'

const { launchOptions = {}, locale } = config.use ?? {}

/** What a browser is started with beside what all are. */
interface Differences extends Pick<LaunchOptions, 'ignoreDefaultArgs'> {
  readonly args: readonly string[]
}

/** A page of a browser that is not that of the other tests, which would have another service started for it. */
export const openOtherBrowser = async (
  { args, ...differences }: Differences,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const browser = await chromium.launch({
    ...launchOptions,
    ...differences,
    args: [...(launchOptions.args ?? []), ...args],
  })
  return browser.newPage({ ...(locale !== undefined && { locale }), ...options })
}
