import { expect, type Page } from '@playwright/test'

/** The coins that the shop shows in its header. */
export const balanceOf = async (page: Page): Promise<number> => {
  const text = await page.getByRole('status', { name: 'Balance' }).innerText()
  return Number(text.replace(/\D/g, ''))
}

/** Waits until the balance has risen to a figure, without the page being loaded again. */
export const seeBalance = (page: Page, coins: number): Promise<void> =>
  expect.poll(() => balanceOf(page), { message: 'the balance' }).toBe(coins)

export const buy = (page: Page, title: string): Promise<void> =>
  page.getByRole('button', { name: `Buy ${title}` }).click()

/** A line of the event log beside the page. */
export const seeLogged = (page: Page, text: string | RegExp): Promise<void> =>
  expect(page.getByRole('log', { name: 'Event log' })).toContainText(text)
