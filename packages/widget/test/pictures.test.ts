import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeLogo } from '../../service/src/pictures/logo-store.ts'
import { CARDS, heading, pay, PICTURE } from './support/buyer.ts'
import { openFileStage } from './support/file-stage.ts'
import { createIntent, visitShop } from './support/stage.ts'

const stage = await openFileStage()

let shop: Server
let imageUrl: string

beforeAll(async () => {
  shop = createServer((_request, response) => response.end(PICTURE.buffer))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  imageUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/coins.png`
})
afterAll(() => new Promise((resolve) => shop.close(resolve)))

/** A merchant with a logo. */
const merchantWithLogo = async () => {
  const merchant = await stage.service.createMerchant()
  const { db, clock } = stage.service.deps
  await writeLogo(db, merchant.merchantId, {
    address: 'https://shop.test/logo.png',
    picture: { contentType: PICTURE.mimeType, content: PICTURE.buffer },
    fetchedAt: clock.now(),
  })
  // Clients are remembered for four seconds.
  stage.service.clock.advance(5_000)
  return merchant
}
const enter = async (blocked?: RegExp) => {
  const merchant = await merchantWithLogo()
  const visit = await visitShop(stage)
  const asked: string[] = []
  visit.context.on('request', (request) => asked.push(request.url()))
  if (blocked) await visit.page.route(blocked, (route) => route.abort())
  await visit.init(await createIntent(stage, { merchant, imageUrl }))
  await visit.frame.getByRole('button', { name: 'Pay $9.99' }).waitFor()
  return { ...visit, asked }
}
const isDrawn = (picture: Locator): Promise<boolean> =>
  picture.evaluate((image: HTMLImageElement) => image.naturalWidth > 0 && getComputedStyle(image).opacity === '1')

test('the item’s picture and the merchant’s logo are seen while paying, and on the receipt', async () => {
  const { frame } = await enter()
  await expect.poll(() => isDrawn(frame.locator('.summary img'))).toBe(true)
  await expect.poll(() => isDrawn(frame.locator('.merchant img'))).toBe(true)
  await pay(frame, CARDS.approvedVisa)
  await heading(frame, 'Payment approved').waitFor()
  await expect.poll(() => isDrawn(frame.locator('.end img'))).toBe(true)
  expect(await isDrawn(frame.locator('.merchant img'))).toBe(true)
})

test('whoever keeps the item’s picture hears nothing of the buyer', async () => {
  const { frame, asked } = await enter()
  await expect.poll(() => isDrawn(frame.locator('.summary img'))).toBe(true)
  expect(asked.filter((url) => url.startsWith(`${stage.service.baseUrl}/checkout/pictures/`))).toHaveLength(1)
  expect(asked.filter((url) => url.startsWith(new URL(imageUrl).origin))).toEqual([])
})

test('a logo and a picture that do not come leave name and mark in their places', async () => {
  const seen = await enter()
  await expect.poll(() => isDrawn(seen.frame.locator('.merchant img'))).toBe(true)
  const blank = await enter(/\/checkout\/(logos|pictures)\//)
  const places = (visit: typeof seen) =>
    Promise.all(['.merchant bdi', '.coin', '#card-number'].map((it) => visit.frame.locator(it).first().boundingBox()))
  expect(await places(blank)).toEqual(await places(seen))
  expect(await isDrawn(blank.frame.locator('.merchant img'))).toBe(false)
  expect(await blank.frame.locator('.coin svg').isVisible()).toBe(true)
})
