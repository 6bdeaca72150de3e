import { randomUUID } from 'node:crypto'
import { LIMITS } from '@coinslot/contract'
import { CHECKOUT_PATHS } from '@coinslot/contract/checkout'
import { expect, test } from 'vitest'
import { untilScriptIsThere } from './support/browser.ts'
import {
  answer,
  askForCode,
  CARDS,
  fillCard,
  giveAddress,
  giveDocuments,
  heading,
  pay,
  press,
  shown,
  verifyEmail,
  verifyIdentity,
} from './support/buyer.ts'
import { checkoutFrame } from './support/checkout-frame.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { senderOf } from './support/sender.ts'
import { createIntent, createKyc, type Visit, visitShop } from './support/stage.ts'
import { viewAt } from './support/views.ts'

const stage = await openFileStage()

let visit: Visit

const enter = async (data: unknown): Promise<Visit> => {
  visit = await visitShop(stage)
  await visit.init(data)
  return visit
}
const names = async (): Promise<readonly string[]> => (await visit.events()).map(([name]) => name)

test('level 1 asks for the e-mail address and its code', async () => {
  const { frame, events } = await enter(await createKyc(stage, 1))
  await verifyEmail(frame)
  await heading(frame, 'Verification approved').waitFor()
  await press(frame, 'Done')
  await expect.poll(names).toEqual(['FortePaymentsWidgetLoaded', 'ForteKycSuccess'])
  expect((await events())[1]).toEqual(['ForteKycSuccess', undefined])
})

test('level 3 goes through every requirement and uploads both files', async () => {
  const { frame } = await enter(await createKyc(stage, 3))
  await verifyEmail(frame)
  await verifyIdentity(frame)
  await giveAddress(frame)
  await giveDocuments(frame)
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('a reload goes on at the step that is outstanding', async () => {
  const data = await createKyc(stage, 2)
  const { frame, page, init } = await enter(data)
  await verifyEmail(frame)
  await frame.getByRole('textbox', { name: 'Full name' }).waitFor()
  await page.reload()
  await untilScriptIsThere(page)
  await init(data)
  await verifyIdentity(frame)
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('a rejection is told as a failure, once though its document loads anew, then as closed', async () => {
  const { frame, page } = await enter(await createKyc(stage, 2))
  await verifyEmail(frame)
  await verifyIdentity(frame, 'Reject Me')
  await heading(frame, 'Verification rejected').waitFor()
  const loadsAnew = page.waitForEvent('framenavigated')
  await checkoutFrame(page).evaluate(() => void setTimeout(() => location.reload()))
  await loadsAnew
  await heading(frame, 'Verification rejected').waitFor()
  await press(frame, 'Done')
  await expect.poll(names).toEqual(['FortePaymentsWidgetLoaded', 'ForteKycFailure', 'FortePaymentsWidgetClosed'])
})

test('a pending verification ends as closed', async () => {
  const { frame } = await enter(await createKyc(stage, 2))
  await verifyEmail(frame)
  await verifyIdentity(frame, 'Pending Person')
  await heading(frame, 'Verification pending').waitFor({ timeout: 40_000 })
  await press(frame, 'Done')
  await expect.poll(names).toEqual(['FortePaymentsWidgetLoaded', 'FortePaymentsWidgetClosed'])
}, 60_000)

test('who has two payments open and proves who they are in one tab pays in the other, which was only looked at again', async () => {
  const buyer = { email: `${randomUUID()}@buyer.test`, amount: '600.00' }
  const other = await visitShop(stage)
  await other.init(await createIntent(stage, buyer))
  await other.frame.getByRole('textbox', { name: 'Email address' }).waitFor()
  const { frame } = await enter(await createIntent(stage, buyer))
  await verifyEmail(frame)
  await verifyIdentity(frame)
  await frame.getByRole('textbox', { name: 'Card number' }).waitFor()
  await checkoutFrame(other.page).evaluate(() => dispatchEvent(new Event('online')))
  await fillCard(other.frame, CARDS.approved)
  await press(other.frame, 'Pay $600.00')
  await heading(other.frame, 'Payment approved').waitFor()
  await other.context.close()
})

test('ERR06 leads through the gate and on to the payment in the same session', async () => {
  const data = await createIntent(stage, { email: `kyc@${crypto.randomUUID()}.test` })
  expect(data['error_code']).toBe('ERR06')
  const { frame, events } = await enter(data)
  await verifyEmail(frame)
  await verifyIdentity(frame)
  await pay(frame, CARDS.approved)
  await heading(frame, 'Payment approved').waitFor()
  await press(frame, 'Done')
  const id = data['payment_intent_id']
  await expect.poll(events).toEqual([
    ['FortePaymentsWidgetLoaded', undefined],
    ['ForteKycSuccess', id],
    ['FortePaymentsBuyVdaSuccess', id],
  ])
})

test('a wrong code is said beside its box, and a new one can be asked for', async () => {
  const { frame } = await enter(await createKyc(stage, 1))
  await answer(frame, { 'Email address': 'ada@buyer.test' })
  await answer(frame, { 'One-time code': '000000' })
  await frame.getByText('That code is not right.').waitFor()
  const box = frame.getByRole('textbox', { name: 'One-time code' })
  expect(await box.getAttribute('aria-invalid')).toBe('true')
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  await press(frame, 'Send a new code')
  await frame.getByText('A new code is on its way.').waitFor()
  await press(frame, 'Use another email address')
  await answer(frame, { 'Email address': 'grace@buyer.test' })
  await frame.getByText(/We sent a code to g/).waitFor()
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
  await answer(frame, { 'One-time code': '947293' })
  await heading(frame, 'Verification approved').waitFor()
})

test.each([
  {
    channel: 'mail',
    level: 1,
    code: '947293',
    give: (nr: number) => ({ 'Email address': `ada${nr}@buyer.test` }),
    change: 'Use another email address',
  },
  {
    channel: 'phone',
    level: 2,
    code: '123456',
    give: (nr: number) => ({ 'Full name': 'Ada Lovelace', 'Phone number': `+1 212 555 01${nr}` }),
    change: 'Use another phone number',
  },
])(
  'a code that could not be sent by $channel is told as such, the next one as well, until one gets through',
  async ({ level, code, give, change }) => {
    const sender = senderOf(stage)
    const data = await createKyc(stage, level)
    const { frame, page, init } = await enter(data)
    if (level === 2) await verifyEmail(frame)
    const box = frame.getByRole('textbox', { name: 'One-time code' })
    const isTold = async (asked: number) => {
      await frame.getByRole('alert').getByText('We could not send the code.').waitFor()
      await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await box.getAttribute('aria-describedby')).toBe('code-error')
      expect(await frame.getByText(/We sent a code|on its way/).count()).toBe(0)
      expect(sender.asked).toBe(asked)
    }
    Object.assign(sender, { isBroken: true, asked: 0 })
    await answer(frame, give(10))
    await isTold(1)
    await box.fill('12')
    expect(await frame.getByText('We could not send the code.').count()).toBe(0)
    await askForCode(frame, page)
    await isTold(2)
    await frame.getByRole('button', { name: change }).focus()
    // Twice, so that what the first look has told is shown by the end of the second.
    for (let look = 0; look < 2; look += 1) {
      const looked = page.waitForResponse((response) => response.url().endsWith(CHECKOUT_PATHS.session))
      await box.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
      await (await looked).finished()
    }
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(false)
    await page.reload()
    await untilScriptIsThere(page)
    await init(data)
    // Told again, without calling a buyer who may be elsewhere in the merchant's page.
    await frame.getByRole('alert').getByText('We could not send the code.').waitFor()
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(false)
    await press(frame, change)
    await answer(frame, give(20))
    await isTold(3)
    sender.isBroken = false
    await askForCode(frame, page)
    await frame.getByText('A new code is on its way.').waitFor()
    await frame.getByText('We sent a code to').waitFor()
    expect(await frame.locator('.error').count()).toBe(0)
    expect(sender.asked).toBe(4)
    await answer(frame, { 'One-time code': code })
    expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
  },
)

test('what a lost connection holds back is sent when it is back, the step’s own code included', async () => {
  visit = await visitShop(stage)
  const parts: string[] = []
  await visit.page.route('**/assets/kyc-step-*', (route) => {
    parts.push(route.request().url())
    return parts.length <= 2 ? route.abort() : route.continue()
  })
  await visit.init(await createKyc(stage, 1))
  const { frame, context } = visit
  await frame.getByRole('textbox', { name: 'Email address' }).fill('ada@buyer.test')
  await context.setOffline(true)
  await press(frame, 'Continue')
  await frame.getByText('You seem to be offline.').waitFor()
  await context.setOffline(false)
  await answer(frame, { 'One-time code': '947293' })
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('the country may be typed in part and picked, or named in any common way', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'address'))
  const country = frame.getByRole('textbox', { name: 'Country' })
  await country.fill('Atlantis')
  await country.blur()
  await frame.getByText('Enter the name of a country').waitFor()
  await country.fill('Germ')
  await frame.getByRole('button', { name: 'Germany' }).click()
  const asked = page.waitForRequest('**/kyc/address')
  await answer(frame, { 'Street address': 'Hauptstraße 1', 'Postal code': '10115', City: 'Berlin' })
  expect((await asked).postDataJSON()).toEqual({
    street: 'Hauptstraße 1',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
  })
})

test('a country that is picked by the keyboard is not blamed on the way to it', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'address'))
  const country = frame.getByRole('textbox', { name: 'Country' })
  await country.pressSequentially('Germ')
  await page.keyboard.press('Tab')
  expect(await frame.locator(':focus').textContent()).toBe('Germany')
  expect(await country.getAttribute('aria-invalid')).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => frame.locator(':focus').getAttribute('id')).toBe('country')
  expect(await country.inputValue()).toBe('Germany')
})

test('a postal code is asked for where the country has them', async () => {
  const { frame } = await enter(await createKycAt(stage, 'address'))
  await answer(frame, { 'Street address': '1 Queen’s Road', City: 'Central', Country: 'Germany' })
  const missing = frame.getByRole('alert').getByText('Enter your postal code.')
  await missing.waitFor()
  await frame.getByRole('textbox', { name: 'Country' }).fill('Hong Kong')
  await missing.waitFor({ state: 'detached' })
  await answer(frame, {})
  expect(await shown(heading(frame, 'Your documents'))).toBe(true)
})

test.each([
  ['ar', '1 Main Street', 'ltr'],
  ['en', '5 شارع النيل', 'rtl'],
])('on a page in %s the street %s is seen in the order of its own script', async (lang, street, direction) => {
  const { frame, init } = await visitShop(stage, { shop: { lang } })
  await init(await createKycAt(stage, 'address'))
  const box = frame.locator('#street')
  await box.fill(street)
  await frame.locator('#city').focus()
  const asTyped = await box.screenshot()
  await box.evaluate((element, dir) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    Object.assign(element.style, { paddingLeft, paddingRight })
    element.setAttribute('dir', dir)
  }, direction)
  expect(asTyped.equals(await box.screenshot())).toBe(true)
})

test('where nothing is bought, neither the time left, nor its end, nor a refusal speaks of paying', async () => {
  const refused = await visitShop(stage)
  const ended = { flow: 'KYC_OCC', payment_intent_id: null, expires_at: null, item: null } as const
  const refusal = viewAt('message', { error_code: 'ERR03', ...ended })
  await refused.page.route('**/session', (route) => route.fulfill({ json: { data: refusal } }))
  await refused.init(await createKyc(stage, 1))
  await refused.frame.getByText('This identity check is not available in your country.').waitFor()

  const { frame } = await enter(await createKyc(stage, 1))
  await heading(frame, 'Your email address').waitFor()
  const lookAgain = () => frame.locator('body').evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  stage.service.clock.advance((LIMITS.kycSessionHours * 60 - 4.5) * 60_000)
  await lookAgain()
  await expect.poll(() => frame.getByRole('status').allTextContents()).toContain('Time left: 5:00')
  stage.service.clock.advance(5 * 60_000)
  await lookAgain()
  await heading(frame, 'Session expired').waitFor()
  expect(await shown(frame.getByText('This session is no longer available. Return to the shop.'))).toBe(true)
  expect(await frame.getByText('pay').count()).toBe(0)
})
