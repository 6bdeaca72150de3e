import { UPLOAD_MAX_BYTES } from '@coinslot/contract/checkout'
import { expect, test } from 'vitest'
import { createKycAt } from './support/kyc-at.ts'
import { openFileStage } from './support/file-stage.ts'
import { heading, PICTURE, press } from './support/buyer.ts'
import { showScreen } from './support/show-screen.ts'
import { visitShop } from './support/stage.ts'
import { translate } from './support/translate.ts'
import { payView, viewAt } from './support/views.ts'

const stage = await openFileStage()
const kyc = { flow: 'KYC_OCC', payment_intent_id: null, item: null } as const

test('a country that is suggested is the one that is taken, in a page that the browser translates', async () => {
  const { frame } = await showScreen(stage, { name: 'kyc-address', view: viewAt('kyc_address', kyc) })
  const country = frame.getByRole('textbox', { name: 'Country' })
  const suggested = frame.getByRole('group', { name: 'Matching countries' }).getByRole('button')
  await country.fill('ger')
  expect(await suggested.allTextContents()).toEqual(['Germany'])
  await frame.locator('body').evaluate(translate)
  await country.fill('fran')
  await expect.poll(() => suggested.allTextContents()).toEqual(['France'])
  await suggested.click()
  expect(await country.inputValue()).toBe('France')
})

test('what is wrong with a box is told anew when it is something else, in a page that the browser translates', async () => {
  const { frame } = await showScreen(stage, { name: 'pay', view: payView() })
  await press(frame, 'Pay $9.99')
  const error = frame.locator('#card-number-error')
  await error.waitFor()
  await frame.locator('body').evaluate(translate)
  await frame.getByRole('textbox', { name: 'Card number' }).fill('4111')
  await press(frame, 'Pay $9.99')
  await expect.poll(() => error.textContent()).toBe('Check the card number: a digit is wrong or missing.')
})

test('what keeps the buyer from going on is told anew, in a page that the browser translates', async () => {
  const { frame, context, page } = await showScreen(stage, { name: 'pay', view: payView() })
  await context.setOffline(true)
  const trouble = frame.getByRole('alert').locator('.trouble')
  await trouble.waitFor()
  await frame.locator('body').evaluate(translate)
  await page.route('**/checkout/v1/session', (route) => route.abort())
  await context.setOffline(false)
  await expect.poll(() => trouble.textContent()).toContain('We cannot be reached')
})

test('a file that is refused, and one that has come, are told of in a page that the browser translates', async () => {
  const { frame, init } = await visitShop(stage)
  await init(await createKycAt(stage, 'documents'))
  await heading(frame, 'Your documents').waitFor()
  await press(frame, 'Continue')
  const selfie = frame.locator('.upload', { hasText: 'Selfie' })
  await selfie.getByText('Add both files first.').waitFor()
  await frame.locator('body').evaluate(translate)
  await frame.getByLabel('Selfie').setInputFiles({ ...PICTURE, buffer: Buffer.alloc(UPLOAD_MAX_BYTES + 1) })
  await selfie.getByText('This file is too large.').waitFor()
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await selfie.getByText('Choose another file').waitFor()
})

test('a phone that has come is told of in a page that the browser translates', async () => {
  const documents = { ...kyc, government_id: false, selfie: false } as const
  const waiting = viewAt('kyc_documents', {
    ...documents,
    phone: { state: 'waiting', url: 'https://pay.example/#link' },
  })
  const { frame, page } = await showScreen(stage, { name: 'kyc-phone', view: waiting })
  await heading(frame, 'Open this on your phone').waitFor()
  await frame.locator('body').evaluate(translate)
  const open = viewAt('kyc_documents', { ...documents, phone: { state: 'open' } })
  await page.route('**/checkout/v1/session', (route) => route.fulfill({ json: { data: open } }))
  await frame.getByText('Your phone is connected.').waitFor()
  expect(await frame.getByRole('heading', { level: 2 }).textContent()).toContain('Use your phone’s camera')
})
