import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Has the page's own clock pass, once it has been installed, until the script has waited long enough for a frame that says nothing. */
export const passUntilUnopened = async (page: Page): Promise<void> => {
  const said = page.getByRole('alert').getByText('This payment could not be opened.')
  const saidAfterFiveSeconds = async (): Promise<number> => {
    await page.clock.fastForward(5_000)
    return said.count()
  }
  await expect.poll(saidAfterFiveSeconds).toBe(1)
}
