import { expect, type FrameLocator, type Page } from '@playwright/test'

/** Where a checkout is shown: the widget's iframe, or the hosted page itself. */
export type Checkout = FrameLocator | Page

export const CARDS = {
  approved: '4111111111111111',
  declined: '5424180000000171',
  challengedThenApproved: '4000020000000000',
} as const

/** The widget in the dialog that the shop's element opens. */
export const widgetOf = (page: Page): FrameLocator => page.getByRole('dialog').locator('iframe').contentFrame()

/** Types a card into the checkout, without paying. */
export const fillCard = async (checkout: Checkout, number: string): Promise<void> => {
  await checkout.getByRole('textbox', { name: 'Card number' }).fill(number)
  await checkout.getByRole('textbox', { name: 'Expiry date' }).fill('12/39')
  await checkout.getByRole('textbox', { name: 'Security code' }).fill('123')
  await checkout.getByRole('textbox', { name: 'Name on card' }).fill('Robin Hood')
}

export const payByCard = async (checkout: Checkout, number: string): Promise<void> => {
  await fillCard(checkout, number)
  await checkout.getByRole('button', { name: /^Pay / }).click()
}

export const seeHeading = (checkout: Checkout, name: string): Promise<void> =>
  expect(checkout.getByRole('heading', { name })).toBeVisible()

/** When a frame is taken away; a page never is. */
const takenAway = (checkout: Checkout): Promise<void> =>
  'owner' in checkout ? checkout.owner().waitFor({ state: 'detached' }) : new Promise(() => {})

/** Presses a button. Where that takes its frame away, the browser may never say that the press is done. */
export const press = async (checkout: Checkout, name: string): Promise<void> => {
  const button = checkout.getByRole('button', { name })
  await button.waitFor()
  await Promise.race([button.click(), takenAway(checkout)])
}

const enter = async (checkout: Checkout, values: Record<string, string>): Promise<void> => {
  for (const [name, value] of Object.entries(values)) await checkout.getByRole('textbox', { name }).fill(value)
  await press(checkout, 'Continue')
}

/** The e-mail address with its code, the first step of every level. */
export const confirmEmail = async (checkout: Checkout, email: string): Promise<void> => {
  await enter(checkout, { 'Email address': email })
  await enter(checkout, { 'One-time code': '947293' })
}

/** Name and phone with its code, the second step. */
export const giveNameAndPhone = async (checkout: Checkout, name: string): Promise<void> => {
  await enter(checkout, { 'Full name': name, 'Phone number': '+14155552671' })
  await enter(checkout, { 'One-time code': '123456' })
}
