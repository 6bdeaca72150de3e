import type { FrameLocator, Locator, Page } from 'playwright-core'

/** Whatever shows the checkout: the widget's frame, or the hosted page. */
export type Screen = FrameLocator | Page

export const CARDS = {
  approved: '5204247750001471',
  approvedVisa: '4111111111111111',
  challenged: '4000020000000000',
  declined: '5424180000000171',
  challengedDeclined: '4005562231212123',
  withoutFunds: '4000000000009995',
  wrongCode: '4000000000000127',
  callBank: '4000000000009987',
} as const

/** Types a card as a buyer does, by the accessible names alone. */
export const fillCard = async (screen: Screen, number: string): Promise<void> => {
  const box = (name: string) => screen.getByRole('textbox', { name })
  await box('Card number').fill(number)
  await box('Expiry date').fill('1234')
  await box('Security code').fill('123')
  await box('Name on card').fill('Ada Lovelace')
}

export const pay = async (screen: Screen, number: string): Promise<void> => {
  await fillCard(screen, number)
  await screen.getByRole('button', { name: 'Pay $9.99' }).click()
}

/** When a frame is taken away; a page never is. */
const takenAway = (screen: Screen): Promise<void> =>
  'owner' in screen ? screen.owner().waitFor({ state: 'detached' }) : new Promise(() => {})

/** Presses a button. Where that takes its frame away, the browser may never say that the press is done. */
export const press = async (screen: Screen, name: string): Promise<void> => {
  const button = screen.getByRole('button', { name, exact: true })
  await button.waitFor()
  await Promise.race([button.click(), takenAway(screen)])
}

export const heading = (screen: Screen, name: string) => screen.getByRole('heading', { name, exact: true })

/** Waits until it is there to be seen. */
export const shown = async (locator: Locator): Promise<boolean> => {
  await locator.waitFor()
  return locator.isVisible()
}

/** Fills the boxes by name and goes on. */
export const answer = async (screen: Screen, boxes: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, value] of Object.entries(boxes))
    await screen.getByRole('textbox', { name, exact: true }).fill(value)
  await press(screen, 'Continue')
}

/** Answers the sandbox bank's question. */
export const confirmWithBank = async (screen: Screen, password = '1234'): Promise<void> => {
  const bank = screen.frameLocator('iframe')
  await bank.getByRole('heading', { name: 'Confirm with your bank' }).waitFor()
  await bank.getByRole('textbox', { name: 'Password' }).fill(password)
  await bank.getByRole('button', { name: 'Confirm' }).click()
}

/** Asks for another code, until that is answered. */
export const askForCode = async (screen: Screen, page: Page): Promise<void> => {
  const answered = page.waitForResponse('**/resend')
  await press(screen, 'Send a new code')
  await answered
}

export const verifyEmail = async (screen: Screen, email = 'ada@buyer.test'): Promise<void> => {
  await answer(screen, { 'Email address': email })
  await answer(screen, { 'One-time code': '947293' })
}

export const verifyIdentity = async (screen: Screen, name = 'Ada Lovelace'): Promise<void> => {
  await answer(screen, { 'Full name': name, 'Phone number': '+1 212 555 0123' })
  await answer(screen, { 'One-time code': '123456' })
}

export const giveAddress = (screen: Screen): Promise<void> =>
  answer(screen, {
    'Street address': '1 Main Street',
    'Postal code': '10001',
    City: 'New York',
    Country: 'United States',
  })

/** A PNG of one pixel, which is all that the sandbox looks at. */
export const PICTURE = {
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}

export const giveDocuments = async (screen: Screen): Promise<void> => {
  for (const label of ['Government ID', 'Selfie']) {
    await screen.getByLabel(label).setInputFiles(PICTURE)
    await screen.locator('.upload', { hasText: label }).getByText('Received').waitFor()
  }
  await press(screen, 'Continue')
}
