import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '@coinslot/contract'
import { CHECKOUT_CLIENT_HEADER, CHECKOUT_PATHS, CHECKOUT_PREFIX } from '@coinslot/contract/checkout'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  PICTURE,
  press,
  shown,
  verifyEmail,
  verifyIdentity,
} from './support/buyer.ts'
import { checkoutFrame } from './support/checkout-frame.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { answerNext, hold } from './support/requests.ts'
import { senderOf } from './support/sender.ts'
import { createIntent, createKyc, type Visit, visitShop } from './support/stage.ts'
import { viewAt } from './support/views.ts'

const stage = await openFileStage()

let visit: Visit

/** Files of no picture: one of the largest size that is taken, which begins as a PNG does, and one that is larger. */
const largest = join(tmpdir(), `coinslot-largest-${randomUUID()}.png`)
const tooLarge = join(tmpdir(), `coinslot-too-large-${randomUUID()}.png`)
beforeAll(() =>
  Promise.all([
    writeFile(largest, Buffer.alloc(8_388_608).fill(0x89, 0, 1)),
    writeFile(tooLarge, Buffer.alloc(8_388_609)),
  ]),
)
afterAll(() => Promise.all([rm(largest), rm(tooLarge)]))

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

test('a rejection is told as a failure, then as closed', async () => {
  const { frame } = await enter(await createKyc(stage, 2))
  await verifyEmail(frame)
  await verifyIdentity(frame, 'Reject Me')
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

test('files of a wrong type or size are refused before they are sent or once they have come, and both are needed', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const sent: string[] = []
  page.on('request', (request) => void (request.method() === 'PUT' && sent.push(request.url())))
  const document = frame.getByLabel('Government ID')
  await document.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
  await frame.getByText('Choose a JPEG, PNG or WebP picture, or a PDF of the ID.').waitFor()
  // Browsers tell nothing of a choice that is the one before.
  expect(await document.inputValue()).toBe('')
  await frame
    .getByLabel('Selfie')
    .setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
  await expect.poll(() => frame.getByText('or a PDF of the ID.').count()).toBe(2)
  await document.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(0) })
  await frame.getByText('This file could not be read.').waitFor()
  await document.setInputFiles(tooLarge)
  await frame.getByText('This file is too large.').waitFor()
  expect(await document.inputValue()).toBe('')
  await press(frame, 'Continue')
  await frame.getByText('Add both files first.').first().waitFor()
  expect(sent).toEqual([])
  await document.setInputFiles(largest)
  await frame.getByText('Choose a JPEG, PNG or WebP picture, or a PDF of the ID.').waitFor()
  expect(sent).toHaveLength(1)
})

test('a photo is taken for what it is, whatever its name says, and the box names none that is refused', async () => {
  const { frame } = await enter(await createKycAt(stage, 'documents'))
  const document = frame.getByLabel('Government ID', { exact: true })
  const inBox = () => document.evaluate((input: HTMLInputElement) => input.files?.[0]?.name ?? '')
  for (const before of ['', 'Received']) {
    await document.setInputFiles({ ...PICTURE, buffer: PICTURE.buffer.subarray(0, 4) })
    await frame.getByText('Choose a JPEG, PNG or WebP picture, or a PDF of the ID.').waitFor()
    await expect.poll(inBox).toBe(before)
    await document.setInputFiles({ ...PICTURE, name: 'photo.heic', mimeType: 'image/heic' })
    await frame.getByText('Received', { exact: true }).waitFor()
    await expect.poll(inBox).toBe('photo.heic')
  }
})

test('a file chosen in the place of one that is refused while it is sent is received, and nothing is said of the other', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/government_id')
  const document = frame.locator('.upload', { hasText: 'Government ID' }).first()
  const box = frame.getByLabel('Government ID', { exact: true })
  const refused = page.waitForResponse('**/kyc/files/government_id')
  await box.setInputFiles({ ...PICTURE, buffer: PICTURE.buffer.subarray(0, 4) })
  await document.locator('progress').waitFor()
  await box.setInputFiles({ ...PICTURE, name: 'another.png' })
  release()
  await (await refused).finished()
  await document.getByText('Received', { exact: true }).waitFor()
  expect(await document.getByRole('alert').textContent()).toMatch(/^\s*$/)
  expect(await box.getAttribute('aria-invalid')).toBe('false')
})

test('a file chosen while something else is asked for is sent once that is answered', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/phone')
  await frame.getByRole('button', { name: 'Use your phone’s camera' }).click()
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  release()
  await frame.locator('.upload', { hasText: 'Selfie' }).getByText('Received', { exact: true }).waitFor()
})

test('a file that cannot be read is said at its box, and another can be chosen', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const moved = join(tmpdir(), `coinslot-moved-${randomUUID()}.png`)
  await writeFile(moved, PICTURE.buffer)
  const release = await hold(page, '**/kyc/files/selfie')
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(moved)
  await rm(moved)
  release()
  await frame.getByText('This file could not be read.').waitFor()
  await giveDocuments(frame)
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('past its tenth file a check says so at the box, and goes on with those that are there', async () => {
  const { frame } = await enter(await createKycAt(stage, 'documents'))
  const selfie = frame.locator('.upload', { hasText: 'Selfie' })
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  for (let sent = 1; sent <= 10; sent += 1) {
    await frame.getByLabel('Selfie').setInputFiles(PICTURE)
    await selfie.locator('progress').waitFor({ state: 'detached' })
  }
  await selfie.getByRole('alert').getByText('We cannot take any more files in this session.').waitFor()
  await press(frame, 'Continue')
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('a file that meets another of its session still on the way, or the page of a portal in the way, is sent again', async () => {
  const data = await createKycAt(stage, 'documents')
  const { frame, page } = await enter(data)
  await frame.getByLabel('Selfie').waitFor()
  const session = JSON.parse(Buffer.from(String(data['widget_data']), 'base64url').toString())
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const lost = writable.getWriter()
  const first = stage.service.request(`${CHECKOUT_PREFIX}${CHECKOUT_PATHS.upload}/selfie`, {
    method: 'PUT',
    token: session.access_token,
    headers: { [CHECKOUT_CLIENT_HEADER]: session.client_id, 'content-type': 'image/png' },
    stream: readable,
  })
  await lost.write(PICTURE.buffer)
  const underWay = () =>
    stage.service.deps.db.selectFrom('kyc_sessions').select('id').where('upload_id', 'is not', null).executeTakeFirst()
  await expect.poll(underWay).toBeDefined()
  const refused = page.waitForResponse((response) => response.status() === 409)
  await answerNext(page, '**/kyc/files/selfie', (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }))
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await refused
  await lost.close()
  await first
  const selfie = frame.locator('.upload', { hasText: 'Selfie' })
  await selfie.getByText('Received').waitFor()
  expect(await frame.getByText('That did not work.').count()).toBe(0)
})

test('Continue pressed while a file is on its way says so, and goes on by itself once it has come', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/selfie')
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await press(frame, 'Continue')
  await frame.getByText('Add this file too.').first().waitFor()
  expect(await frame.getByLabel('Selfie').getAttribute('aria-invalid')).toBe('false')
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  await press(frame, 'Continue')
  await frame.getByRole('status').filter({ hasText: 'still being received' }).waitFor()
  expect(await shown(frame.locator('p.awaited'))).toBe(true)
  expect(await frame.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBe('true')
  release()
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('a file that is refused after Continue was pressed keeps its reason, and nothing is given in', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/selfie')
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  await frame.getByText('Received', { exact: true }).waitFor()
  await frame.getByLabel('Selfie').setInputFiles(largest)
  await press(frame, 'Continue')
  await frame.getByRole('status').filter({ hasText: 'still being received' }).waitFor()
  release()
  await frame.getByText('or a PDF of the ID.').waitFor()
  await expect.poll(() => frame.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBe(null)
  expect(await frame.getByText('Add this file too.').count()).toBe(0)
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
  expect(await shown(frame.getByText('This session is no longer available. Start again from the shop.'))).toBe(true)
  expect(await frame.getByText('pay').count()).toBe(0)
})
