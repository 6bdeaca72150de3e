import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, PNG } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { withoutTable } from '../../test/without-table.ts'

let service: TestService
let page: Buyer
beforeAll(async () => {
  service = await startTestService()
  page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
})
afterAll(() => service.close())

const path = `${CHECKOUT_PATHS.upload}/selfie`
const headers = { 'content-type': 'image/png' }

test('a file that fails with the database is sent again as soon as that is back, not once its five minutes are over', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const uploading = page.send(path, { method: 'PUT', stream: readable, headers })
  await writer.write(PNG)
  const underWay = service.deps.db.selectFrom('kyc_sessions').select('upload_id').where('upload_id', 'is not', null)
  await expect.poll(async () => (await underWay.execute()).length).toBe(1)
  await withoutTable(service.deps.db, 'kyc_sessions', async () => {
    await writer.close()
    expect((await uploading).status).toBeGreaterThanOrEqual(500)
  })
  let seconds = 0
  const sendAgain = async () => {
    service.clock.advance(1_000)
    seconds += 1
    return (await page.send(path, { method: 'PUT', raw: PNG, headers })).status
  }
  await expect.poll(sendAgain).toBe(200)
  expect(seconds).toBeLessThan(5 * 60)
})
