import type { Frame, Page } from 'playwright-core'

/** The frame in which the checkout is; beside it a page may have, for a moment, the one that fetches its files ahead. */
export const checkoutFrame = (page: Page): Frame => {
  const found = page.frames().find((each) => each.url().includes('/checkout/frame/'))
  if (!found) throw new Error('there is no checkout frame')
  return found
}
