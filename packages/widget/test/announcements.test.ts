import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { updateMerchant } from '../../service/src/auth/merchant-store.ts'
import { untilScriptIsThere } from './support/browser.ts'
import {
  answer,
  CARDS,
  fillCard,
  giveAddress,
  giveDocuments,
  heading,
  pay,
  PICTURE,
  press,
  verifyEmail,
  verifyIdentity,
} from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { answerNext, hold } from './support/requests.ts'
import { createIntent, createKyc, createRedirect, type Visit, visitShop } from './support/stage.ts'
import { translate } from './support/translate.ts'
import { viewAt } from './support/views.ts'

const stage = await openFileStage()

let visit: Visit

const enter = async (data?: unknown) => {
  visit = await visitShop(stage)
  await visit.init(data ?? (await createIntent(stage)))
  const { frame } = visit
  const box = (name: string) => frame.getByRole('textbox', { name, exact: true })
  const alerts = async (): Promise<readonly string[]> =>
    (await frame.getByRole('alert').allTextContents()).map((text) => text.trim()).filter(Boolean)
  const focused = () => frame.locator(':focus')
  return { ...visit, box, alerts, focused, status: frame.getByRole('status') }
}

/** What is read after the name of an element. */
const descriptionOf = (element: Element): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent?.trim() ?? '')
    .join(' ')

test('the bank’s question has a heading of its own, which is focused and says what happens', async () => {
  const { frame, focused } = await enter()
  await pay(frame, CARDS.challenged)
  await expect.poll(() => focused().textContent()).toBe('Confirm with your bank')
  expect(await focused().evaluate(descriptionOf)).toContain('Your bank wants to make sure that it is you.')
  expect(await focused().evaluate(descriptionOf)).toContain(
    'Nothing is charged before you confirm; to leave, press Close.',
  )
  expect(await frame.getByRole('heading').allTextContents()).toEqual(['Confirm with your bank'])
})

test('an empty form announces one thing, and says the rest beside its boxes', async () => {
  const { box, frame, alerts, focused } = await enter()
  await press(frame, 'Pay $9.99')
  await expect.poll(alerts).toEqual(['Enter the number on your card.'])
  expect(await focused().getAttribute('id')).toBe('card-number')
  for (const [name, sentence] of [
    ['Card number', 'Enter the number on your card.'],
    ['Expiry date', 'Enter the month and year on your card.'],
    ['Security code', 'Enter the security code of your card.'],
    ['Name on card', 'Enter the name as it stands on your card.'],
  ] as const)
    expect(await box(name).evaluate(descriptionOf)).toContain(sentence)
})

test('a payment in progress is said in words and in the button', async () => {
  const { frame, page, status } = await enter()
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/session/pay', async (route) => {
    await answered
    await route.continue()
  })
  await pay(frame, CARDS.approved)
  const button = frame.getByRole('button', { name: 'Paying $9.99…' })
  await button.waitFor()
  expect(await button.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => status.textContent()).toBe('This takes a few seconds. Please stay on this page.')
  await frame.locator('form').getByText('This takes a few seconds. Please stay on this page.').waitFor()
  answer()
  await heading(frame, 'Payment approved').waitFor()
})

test('an end is read with what it means', async () => {
  const { frame, focused } = await enter()
  await pay(frame, CARDS.approved)
  await expect.poll(() => focused().textContent()).toBe('Payment approved')
  expect(await focused().evaluate(descriptionOf)).toContain('We charged $9.99 to your card.')
})

test('accepted brands are told before typing, and the brand of the number as soon as it is known', async () => {
  const { box, frame, status } = await enter()
  expect(await box('Card number').evaluate(descriptionOf)).toMatch(/^We accept Visa, Mastercard/)
  expect(await frame.locator('.accepted svg').count()).toBeGreaterThanOrEqual(2)
  await heading(frame, '500 gold coins').waitFor()
  await box('Card number').pressSequentially('5204')
  await expect.poll(() => status.textContent()).toBe('Mastercard')
})

test('the brands are those that the document names, for who sees and for who listens', async () => {
  visit = await visitShop(stage)
  await visit.page.route('**/checkout/frame/*', async (route) => {
    const response = await route.fetch()
    const html = (await response.text()).replace('name="brands" content=""', 'name="brands" content="visa,jcb"')
    await route.fulfill({ response, body: html })
  })
  await visit.init(await createIntent(stage))
  const box = visit.frame.getByRole('textbox', { name: 'Card number' })
  await expect.poll(() => box.evaluate(descriptionOf)).toBe('We accept Visa and JCB.')
  expect(await visit.frame.locator('.accepted svg').count()).toBe(2)
})

test('a refusal keeps number and name, and asks for the rest again', async () => {
  const { box, frame } = await enter()
  await pay(frame, CARDS.declined)
  await press(frame, 'Try another card')
  const values = () =>
    Promise.all(['Card number', 'Expiry date', 'Security code', 'Name on card'].map((name) => box(name).inputValue()))
  await expect.poll(values).toEqual(['5424 1800 0000 0171', '', '', 'Ada Lovelace'])
  await visit.page.keyboard.type('4111')
  expect(await box('Card number').inputValue()).toBe('4111')
})

test('after the last card it is said what to do next, and that nothing was charged', async () => {
  const { frame } = await enter()
  for (let refusals = 0; refusals < 2; refusals += 1) {
    await pay(frame, CARDS.declined)
    await press(frame, 'Try another card')
  }
  await pay(frame, CARDS.declined)
  await frame.getByText('You have not been charged.').waitFor()
  await frame.getByText('You can start again from the shop with another card.').waitFor()
})

test('a refusal says what helps, as the bank puts it, and that nothing was charged', async () => {
  const { frame, focused } = await enter()
  const refusals = [
    [CARDS.withoutFunds, 'There is not enough money on this card.'],
    [CARDS.wrongCode, 'The security code does not match this card.'],
    [CARDS.callBank, 'Your bank wants to talk to you first.'],
  ] as const
  for (const [index, [card, sentence]] of refusals.entries()) {
    if (index > 0) await press(frame, 'Try another card')
    stage.service.clock.advance(1_000)
    await pay(frame, card)
    await heading(frame, 'Payment declined').waitFor()
    await expect.poll(() => focused().evaluate(descriptionOf)).toContain(sentence)
    expect(await focused().evaluate(descriptionOf)).toContain('You have not been charged.')
  }
})

test('keyboards of phones begin names with a capital, and nothing else', async () => {
  const { box } = await enter()
  expect(await box('Name on card').getAttribute('autocapitalize')).toBe('words')
  expect(await box('Card number').getAttribute('autocapitalize')).toBe('off')
})

test('a price is never broken inside, however large text and price are', async () => {
  visit = await visitShop(stage, { viewport: { width: 320, height: 640 } })
  await visit.page.route('**/checkout/v1/session', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ response, json: { data: { ...data, item: { ...data.item, amount: '999999.99' } } } })
  })
  await visit.init(await createIntent(stage))
  const { frame } = visit
  await frame.getByRole('button', { name: 'Pay $999,999.99' }).waitFor()
  await frame.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
  const lines = await frame.locator('.price strong, .primary span').evaluateAll((elements) =>
    elements.map((element) => {
      const text = [...element.childNodes].find((node) => node instanceof Text && node.data.includes('$')) as Text
      const start = text.data.indexOf('$')
      const range = document.createRange()
      range.setStart(text, start)
      range.setEnd(text, start + '$999,999.99'.length)
      const edge = document.documentElement.clientWidth
      return [range.getClientRects().length, range.getBoundingClientRect().right <= edge]
    }),
  )
  expect(lines).toEqual([
    [1, true],
    [1, true],
  ])
})

test('what was received says so in its box, and only a file that is missing is asked for', async () => {
  const data = await createKycAt(stage, 'documents')
  const { frame, page, init } = await enter(data)
  await frame.getByLabel('Government ID').setInputFiles(PICTURE)
  await frame.locator('.upload').getByText('Received').waitFor()
  const inBox = () => frame.getByLabel('Government ID').evaluate((input: HTMLInputElement) => input.files?.[0]?.name)
  expect(await inBox()).toBe('picture.png')
  await press(frame, 'Continue')
  await frame.getByText('Add this file too.').waitFor()
  expect(await frame.locator('.error').count()).toBe(1)
  await page.reload()
  await untilScriptIsThere(page)
  await init(data)
  await frame.locator('.upload').getByText('Received').waitFor()
  expect(await inBox()).toBe('Received')
  await giveDocuments(frame)
  await heading(frame, 'Verification approved').waitFor()
})

test('a file in the place of another is heard to be received as well, one that a proxy refuses is not', async () => {
  const { frame, page, status } = await enter(await createKycAt(stage, 'documents'))
  const selfie = frame.getByLabel('Selfie')
  await selfie.setInputFiles(PICTURE)
  await expect.poll(() => status.last().textContent()).toBe('Selfie: Received')
  const release = await hold(page, '**/kyc/files/selfie')
  await selfie.setInputFiles(PICTURE)
  await expect.poll(() => status.last().textContent()).toBe('')
  release()
  await expect.poll(() => status.last().textContent()).toBe('Selfie: Received')
  await page.route('**/kyc/files/government_id', (route) => route.fulfill({ status: 413 }))
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  await frame.getByRole('alert').getByText('That did not work.').waitFor()
  await frame.getByRole('progressbar').waitFor({ state: 'detached' })
  expect(await status.last().textContent()).toBe('')
})

test('countries that fit are announced', async () => {
  const { frame, status } = await enter(await createKycAt(stage, 'address'))
  await frame.getByRole('textbox', { name: 'Country' }).fill('Germ')
  await expect.poll(() => status.last().textContent()).toBe('Matching countries: Germany')
})

test('typing over a kept number works as on an empty box, and one key takes all of it away', async () => {
  const { box, frame } = await enter()
  await pay(frame, CARDS.declined)
  await press(frame, 'Try another card')
  const number = box('Card number')
  await expect.poll(() => number.evaluate((input) => input === document.activeElement)).toBe(true)
  await visit.page.keyboard.press('Backspace')
  expect(await number.inputValue()).toBe('')
  // What is typed is the buyer's own by now, though it be the number that was refused.
  await number.pressSequentially(`${CARDS.declined}9`)
  expect((await number.inputValue()).replaceAll(' ', '')).toBe(CARDS.declined)
  await fillCard(frame, CARDS.approved)
  await press(frame, 'Pay $9.99')
  await heading(frame, 'Payment approved').waitFor()
})

test('who charges, and on what terms, stands on every screen; the receipt tells what was paid', async () => {
  const merchant = await stage.service.createMerchant()
  const { merchantId } = merchant
  await updateMerchant(stage.service.deps.db, merchantId, {
    displayName: 'Emberfall <Games> & "Co"',
    termsUrl: 'https://shop.test/terms',
    privacyUrl: 'https://shop.test/privacy',
  })
  // Clients are remembered for four seconds.
  stage.service.clock.advance(5_000)
  const data = await createIntent(stage, { merchant })
  const { frame, page } = await enter(data)
  const named = frame.getByRole('banner').getByText('Emberfall <Games> & "Co"', { exact: true })
  await named.waitFor()
  for (const [name, address] of [
    ['Terms', 'https://shop.test/terms'],
    ['Privacy', 'https://shop.test/privacy'],
  ] as const) {
    const link = frame.getByRole('link', { name })
    expect(await link.getAttribute('href')).toBe(address)
    // In a page of its own: the form, and what was typed into it, stays.
    expect([await link.getAttribute('target'), await link.getAttribute('rel')]).toEqual(['_blank', 'noreferrer'])
  }
  await pay(frame, CARDS.approvedVisa)
  await heading(frame, 'Payment approved').waitFor()
  expect(await named.isVisible()).toBe(true)
  const lines = (await frame.locator('.receipt div').allInnerTexts()).map((text) => text.split(/\s*\n\s*/))
  expect(lines.slice(0, 5)).toEqual([
    ['Item', '500 gold coins'],
    ['Amount', '$9.99'],
    ['Paid to', 'Emberfall <Games> & "Co"'],
    ['Card', 'Visa ••••\u00a01111'],
    ['Reference', data['payment_intent_id']],
  ])
  expect(lines[5]?.[0]).toBe('Time')
  const saving = page.waitForEvent('download')
  await press(frame, 'Save receipt')
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('receipt.txt')
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/^Item: 500 gold coins\nAmount: \$9\.99\n/)
  await page.goto(await createRedirect(stage, { merchant }))
  await expect.poll(() => page.title()).toBe('Checkout · Emberfall <Games> & "Co"')
})

test('a verification says why, for what, in how many steps and who keeps it, and then how far it has come', async () => {
  const { frame, box, status } = await enter(await createKyc(stage, 3))
  const heard = () => box('Email address').evaluate(descriptionOf)
  await expect.poll(heard).toContain('Before this goes on, Emberfall has to know who you are.')
  const asked = '4 steps: email address, name and phone number, home address, and ID and selfie.'
  expect(await heard()).toContain(asked)
  expect(await heard()).toContain('The payment service keeps it, encrypted, for Emberfall')
  await frame.getByText('Identity check · Step 1 of 4', { exact: true }).waitFor()
  await verifyEmail(frame)
  await frame.getByText('Identity check · Step 2 of 4', { exact: true }).waitFor()
  await expect.poll(() => status.last().textContent()).toBe('Identity check · Step 2 of 4. About you')
  await verifyIdentity(frame)
  await giveAddress(frame)
  await frame.getByText('Identity check · Step 4 of 4', { exact: true }).waitFor()
  await frame.getByText('with all four corners in the picture').waitFor()
  await frame.getByLabel('Back of the card').setInputFiles(PICTURE)
  await frame.locator('.upload', { hasText: 'Back of the card' }).getByText('Received').waitFor()
  await giveDocuments(frame)
  await heading(frame, 'Verification approved').waitFor()
})

test('a new code is asked for once, clears the old one and its error, and takes the focus', async () => {
  const { frame, page, box, focused } = await enter(await createKyc(stage, 1))
  await answer(frame, { 'Email address': 'ada@buyer.test' })
  await answer(frame, { 'One-time code': '000000' })
  await frame.getByText('That code is not right.').waitFor()
  let asked = 0
  await page.route('**/email-code/resend', async (route) => {
    asked += 1
    const response = await route.fetch()
    if (asked === 1) return route.abort('connectionreset')
    const { data } = await response.json()
    return route.fulfill({ response, json: { data: { ...data, last_code: 2, problem: 'code_limit' } } })
  })
  await press(frame, 'Send a new code')
  await frame.getByText('A new code is on its way.').waitFor()
  expect(await box('One-time code').inputValue()).toBe('')
  expect(await frame.locator('.error').count()).toBe(0)
  await expect.poll(() => focused().getAttribute('id')).toBe('code')
  expect(asked).toBe(1)
  await press(frame, 'Send a new code')
  await frame.getByRole('alert').getByText('We cannot send any more codes in this session.').waitFor()
  expect(await frame.getByText('A new code is on its way.').count()).toBe(0)
})

test('another address that the service refuses stays in its box, with the reason; one whose code was not sent asks for the code', async () => {
  const { box, frame, page } = await enter(await createKyc(stage, 1))
  await answer(frame, { 'Email address': 'ada@buyer.test' })
  await press(frame, 'Use another email address')
  await answer(frame, { 'Email address': 'a..da@buyer.test' })
  await frame.getByRole('alert').getByText('Enter an email address').waitFor()
  expect(await box('Email address').inputValue()).toBe('a..da@buyer.test')
  const unsent = viewAt('kyc_email_code', { sent_to: null, problem: 'code_not_sent' })
  await answerNext(page, '**/session/kyc/email', (route) => route.fulfill({ json: { data: unsent } }))
  await answer(frame, { 'Email address': 'ada@buyer.example' })
  await frame.getByRole('alert').getByText('We could not send the code.').waitFor()
})

test('a page that the browser translates goes on telling what happens', async () => {
  const { frame, page, status } = await enter()
  await heading(frame, '500 gold coins').waitFor()
  await frame.locator('body').evaluate(translate)
  await fillCard(frame, CARDS.declined)
  await expect.poll(() => status.textContent()).toBe('Mastercard')
  let answer = (): void => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/session/pay', async (route) => {
    await answered
    await route.continue()
  })
  await press(frame, 'Pay $9.99')
  await frame.getByRole('button', { name: 'Paying $9.99…' }).waitFor()
  await frame.locator('form').getByText('This takes a few seconds. Please stay on this page.').waitFor()
  await expect.poll(() => status.textContent()).toBe('This takes a few seconds. Please stay on this page.')
  answer()
  await heading(frame, 'Payment declined').waitFor()
  stage.service.clock.advance(31 * 60_000)
  await frame.locator('body').evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await heading(frame, 'Session expired').waitFor()
  expect(await frame.getByRole('button').allTextContents()).toEqual(['Close'])
})

test('a new link to the phone is not said to be copied, in a page that the browser translates either', async () => {
  const { frame } = await enter(await createKycAt(stage, 'documents'))
  await press(frame, 'Use your phone’s camera')
  await heading(frame, 'Open this on your phone').waitFor()
  await frame.locator('body').evaluate(translate)
  await press(frame, 'Copy link')
  const note = frame.locator('.phone').getByRole('status')
  await expect.poll(() => note.textContent()).toBe('The link is copied.')
  const link = frame.getByRole('textbox', { name: 'Link for your phone' })
  const before = await link.inputValue()
  await press(frame, 'New link')
  await expect.poll(() => link.inputValue()).not.toBe(before)
  expect(await note.textContent()).toBe('')
})
