import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** Has the page's own clock, once it has been installed, pass by steps of so many milliseconds until something is shown. */
export const passUntilShown = async (page: Page, stepMs: number, locator: Locator): Promise<void> => {
  const shownAfterStep = async (): Promise<number> => {
    await page.clock.fastForward(stepMs)
    return locator.count()
  }
  await expect.poll(shownAfterStep).toBe(1)
}

/** The same until the script has waited long enough for a frame that says nothing. */
export const passUntilUnopened = (page: Page): Promise<void> =>
  passUntilShown(page, 5_000, page.getByRole('alert').getByText('This could not be opened.'))
