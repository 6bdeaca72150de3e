import type { FrameLocator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openTab } from './support/browser.ts'
import { giveDocuments, heading, PICTURE, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { passUntilShown } from './support/pass-time.ts'
import { hold } from './support/requests.ts'
import { type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

/** A desk that has come to its documents. */
const enterDesk = async (): Promise<Visit> => {
  const desk = await visitShop(stage)
  await desk.init(await createKycAt(stage, 'documents'))
  return desk
}
const linkOf = async (frame: FrameLocator): Promise<string> => frame.getByLabel('Link for your phone').inputValue()
const makeLink = async (desk: Visit): Promise<string> => {
  await press(desk.frame, 'Use your phone’s camera')
  await heading(desk.frame, 'Open this on your phone').waitFor()
  return linkOf(desk.frame)
}
/** Makes another link in the place of the one that the desk has made before. */
const renewLink = async (desk: Visit, before: string): Promise<string> => {
  await press(desk.frame, 'New link')
  await expect.poll(() => linkOf(desk.frame)).not.toBe(before)
  return linkOf(desk.frame)
}
/** A browser of its own, as a phone has; every address that it asks for is noted. */
const takePhone = async (): Promise<{ page: Page; asked: string[] }> => {
  const page = await openTab(stage.browser, { viewport: { width: 390, height: 844 } })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
  return { page, asked }
}
const told = (frame: FrameLocator, text: string) => frame.getByRole('status').filter({ hasText: text })

test('a check goes from the desk to a phone and back: the desk tells what happens, and goes on by itself', async () => {
  const desk = await enterDesk()
  const url = await makeLink(desk)
  await desk.frame.getByRole('img', { name: 'QR code of the link' }).waitFor()
  const focused = desk.frame.locator('kyc-phone h2')
  expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true)
  await press(desk.frame, 'Copy link')
  await told(desk.frame, 'The link is copied.').waitFor()
  // The desk has drawn the one before when it asks anew.
  for (let looks = 0; looks < 2; looks += 1) await desk.page.waitForResponse('**/checkout/v1/session')
  await told(desk.frame, 'The link is copied.').waitFor()

  const { page: phone, asked } = await takePhone()
  await phone.goto(url)
  await heading(phone, 'Your documents').waitFor()
  await phone.getByRole('banner').getByText('Emberfall', { exact: true }).waitFor()
  expect(phone.url()).toBe(url.split('#')[0])
  await phone.getByText('If somebody else sent you the link, close this page.').waitFor()
  expect(await desk.frame.getByText('If somebody else sent you the link').count()).toBe(0)
  expect(await phone.getByRole('button', { name: 'Use your phone’s camera' }).count()).toBe(0)
  await told(desk.frame, 'Your phone is connected.').waitFor()
  await heading(desk.frame, 'Use your phone’s camera').waitFor()
  await giveDocuments(phone)
  await heading(phone, 'Thank you').waitFor()
  await heading(desk.frame, 'Verification approved').waitFor()

  const token = new URL(url).hash.slice(1)
  expect(asked.filter((each) => each.includes(token))).toEqual([])
  const merchantPage = await desk.page.evaluate(
    () => document.documentElement.outerHTML + JSON.stringify(history.state),
  )
  expect(merchantPage).not.toContain(token)
  expect(desk.complaints).toEqual([])
})

test('the phone’s page survives a busy service, a proxy that answers in its place and reloads, and the desk shows each file as it comes', async () => {
  const desk = await enterDesk()
  const { page: phone } = await takePhone()
  const refusals = [503, 429, 404, 200]
  await phone.route('**/checkout/phone/open', (route) => {
    const status = refusals.shift()
    return status === undefined ? route.continue() : route.fulfill({ status })
  })
  await phone.clock.install()
  const addresses: string[] = []
  phone.on('framenavigated', (frame) => addresses.push(frame.url()))
  const url = await makeLink(desk)
  await phone.goto(url)
  // Its link has been asked about, and has not been opened yet.
  await expect.poll(() => addresses).toEqual([url, url.split('#')[0], url])
  await phone.reload()
  await passUntilShown(phone, 2_000, heading(phone, 'Your documents'))
  expect(refusals).toEqual([])
  expect(new URL(phone.url()).hash).toBe('')
  await phone.reload()
  await heading(phone, 'Your documents').waitFor()
  await press(desk.frame, 'Continue')
  await expect.poll(() => desk.frame.locator('.error').count()).toBe(2)
  await phone.getByLabel('Selfie').setInputFiles(PICTURE)
  await told(desk.frame, 'Selfie: Received').waitFor()
  expect(await desk.frame.locator('.error').count()).toBe(1)
  expect(await desk.frame.locator('.upload', { hasText: 'Selfie' }).getByText('Received').isVisible()).toBe(true)
})

test('a link that is asked for while a file is on its way is made once that has come, which is said', async () => {
  const desk = await enterDesk()
  const awaited = told(desk.frame, 'Your file is still being received.')
  const focused = desk.frame.locator('kyc-phone h2:focus')
  const release = await hold(desk.page, '**/kyc/files/selfie')
  await desk.frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await desk.frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  await press(desk.frame, 'Use your phone’s camera')
  await press(desk.frame, 'Use your phone’s camera')
  await awaited.waitFor()
  expect(await shown(desk.frame.locator('#phone-why', { hasText: 'Your file is still being received.' }))).toBe(true)
  release()
  await heading(desk.frame, 'Open this on your phone').waitFor()
  await focused.waitFor()
  const documents = desk.frame.locator('.upload', { hasText: 'Government ID' }).first()
  await documents.getByText('Received', { exact: true }).waitFor()

  const before = await linkOf(desk.frame)
  const releaseBack = await hold(desk.page, '**/kyc/files/government_id_back')
  await desk.frame.getByLabel('Back of the card').setInputFiles(PICTURE)
  await press(desk.frame, 'New link')
  await awaited.waitFor()
  releaseBack()
  await expect.poll(() => linkOf(desk.frame)).not.toBe(before)
  await awaited.waitFor({ state: 'detached' })
})

test('who holds a phone already is offered none', async () => {
  const phone = await visitShop(stage, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })
  await phone.init(await createKycAt(stage, 'documents'))
  await heading(phone.frame, 'Your documents').waitFor()
  expect(await phone.frame.getByRole('button', { name: 'Use your phone’s camera' }).count()).toBe(0)
})

test('a link that was used, was replaced or is wrong says what to do, and shows nothing of the check', async () => {
  const desk = await enterDesk()
  const first = await makeLink(desk)
  const second = await renewLink(desk, first)
  const { page: phone } = await takePhone()
  await phone.goto(second)
  await heading(phone, 'Your documents').waitFor()
  for (const url of [first, second, `${second}x`]) {
    const { page } = await takePhone()
    await page.goto(url)
    await heading(page, 'We cannot continue').waitFor()
    await page.getByText('This link has been used, or its time is up. Make a new one where you began').waitFor()
    expect(new URL(page.url()).hash).toBe('')
  }
  await renewLink(desk, second)
  await phone.reload()
  await phone.getByText('Make a new one where you began').waitFor()
  stage.service.clock.advance(10 * 60_000)
  await told(desk.frame, 'The link’s time is up. Make a new one.').waitFor()
})

test('a new link opens in the tab of the last one, where only what stands behind # is another', async () => {
  const desk = await enterDesk()
  const first = await makeLink(desk)
  const second = await renewLink(desk, first)
  const { page: phone } = await takePhone()
  await phone.goto(first)
  await heading(phone, 'We cannot continue').waitFor()
  await phone.goto(second)
  await heading(phone, 'Your documents').waitFor()
  expect(new URL(phone.url()).hash).toBe('')
})

test('a file chosen while another press is under way is sent after it, and only where it is still asked for', async () => {
  const { frame, page } = await enterDesk()
  const releaseLink = await hold(page, '**/kyc/phone')
  await press(frame, 'Use your phone’s camera')
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  releaseLink()
  await frame.locator('.upload', { hasText: 'Government ID' }).getByText('Received', { exact: true }).waitFor()

  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await told(frame, 'Selfie: Received').waitFor()
  const releaseSubmit = await hold(page, '**/kyc/submit')
  await press(frame, 'Continue')
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  releaseSubmit()
  await heading(frame, 'Verification approved').waitFor()
  expect(await told(frame, 'Selfie: Received').count()).toBe(0)
})
