import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { CHECKOUT_CLIENT_HEADER, CHECKOUT_PATHS, CHECKOUT_PREFIX } from '@coinslot/contract/checkout'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { giveDocuments, heading, PICTURE, press, shown } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createKycAt } from './support/kyc-at.ts'
import { answerNext, hold } from './support/requests.ts'
import { type Visit, visitShop } from './support/stage.ts'

const stage = await openFileStage()

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
  const visit = await visitShop(stage)
  await visit.init(data)
  return visit
}

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

test('a file whose sending the browser stops, as its Stop does, is sent again', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  let isAsked = false
  await answerNext(page, '**/kyc/files/selfie', async () => void (isAsked = true))
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await expect.poll(() => isAsked).toBe(true)
  await frame.locator('body').evaluate(() => window.stop())
  expect(await shown(frame.locator('.upload', { hasText: 'Selfie' }).getByText('Received'))).toBe(true)
})

test('a file that gets no answer, as by a network that has gone without a word, is sent again', async () => {
  const { frame, init, page } = await visitShop(stage)
  await page.clock.install()
  await init(await createKycAt(stage, 'documents'))
  let isAsked = false
  await answerNext(page, '**/kyc/files/selfie', async () => void (isAsked = true))
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  await expect.poll(() => isAsked).toBe(true)
  // Longer than the service itself gives a file.
  await page.clock.runFor(240_000)
  expect(await shown(frame.locator('.upload', { hasText: 'Selfie' }).getByText('Received'))).toBe(true)
})

test('a file that comes as its check has expired is not said to be received', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/selfie')
  await frame.getByLabel('Selfie').setInputFiles(PICTURE)
  stage.service.clock.advance(25 * 3_600_000)
  release()
  await heading(frame, 'Session expired').waitFor()
  const said = frame.locator('.unseen[role=status]')
  await expect.poll(() => said.textContent()).toBe('')
})

test('Continue pressed while a file is on its way says so, and goes on by itself once it has come', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/selfie')
  const releaseOther = await hold(page, '**/kyc/files/government_id')
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
  await frame.getByRole('status').filter({ hasText: 'Selfie: Received' }).waitFor()
  releaseOther()
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
})

test('a file that is refused after Continue was pressed keeps its reason, and nothing is given in', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const release = await hold(page, '**/kyc/files/selfie')
  await frame.getByLabel('Selfie').setInputFiles(largest)
  await frame.getByLabel('Government ID', { exact: true }).setInputFiles(PICTURE)
  await press(frame, 'Continue')
  await frame.getByRole('status').filter({ hasText: 'still being received' }).waitFor()
  release()
  await frame.getByText('or a PDF of the ID.').waitFor()
  await frame.getByText('Received', { exact: true }).waitFor()
  await expect.poll(() => frame.getByRole('button', { name: 'Continue' }).getAttribute('aria-busy')).toBe(null)
  expect(await frame.getByText('Add this file too.').count()).toBe(0)
})

const SOME_TEXT = { items: [{ mimeType: 'text/plain', data: 'some text' }], files: [] }

/** Drops a file or some text on a place of the page, as a mouse does. */
const dropOn = async (page: Page, place: Locator, dropped: string | typeof SOME_TEXT): Promise<void> => {
  const { x, y } = (await place.boundingBox()) ?? { x: 0, y: 0 }
  const devTools = await page.context().newCDPSession(page)
  const what = typeof dropped === 'string' ? { items: [], files: [dropped] } : dropped
  const data = { ...what, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: x + 2, y: y + 2, data })
  }
}

test('a file dropped beside its box is taken for it, and one that is dropped elsewhere takes nothing away', async () => {
  const { frame, page } = await enter(await createKycAt(stage, 'documents'))
  const photo = join(tmpdir(), `coinslot-dropped-${randomUUID()}.png`)
  await writeFile(photo, PICTURE.buffer)
  const selfie = frame.locator('.upload', { hasText: 'Selfie' })
  await heading(frame, 'Your documents').waitFor()
  await dropOn(page, heading(frame, 'Your documents'), photo)
  await dropOn(page, selfie.locator('label'), photo)
  await selfie.getByText('Received', { exact: true }).waitFor()
  await dropOn(page, selfie.locator('label'), SOME_TEXT)
  expect(await selfie.locator('input').inputValue()).toContain(basename(photo))
  await dropOn(page, frame.getByLabel('Government ID', { exact: true }), photo)
  await frame.locator('.upload', { hasText: 'Government ID' }).first().getByText('Received', { exact: true }).waitFor()
  expect(page.context().pages()).toHaveLength(1)
  await press(frame, 'Continue')
  expect(await shown(heading(frame, 'Verification approved'))).toBe(true)
  await rm(photo)
})
