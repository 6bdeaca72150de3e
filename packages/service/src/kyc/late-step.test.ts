import { CHECKOUT_PATHS, LIMITS } from '@coinslot/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { EMAIL, giveAllBeforeDocuments, PNG } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.close())

/** Has a request wait for the row of its session until that session is over; only Postgres says that it waits. */
const sentTooLate = async (send: () => Promise<unknown>): Promise<void> => {
  let answer: Promise<unknown> | undefined
  await service.deps.db.transaction().execute(async (transaction) => {
    await transaction.selectFrom('kyc_sessions').select('id').forUpdate().execute()
    answer = send()
    await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
    service.clock.advance(LIMITS.kycSessionHours * 3_600_000)
  })
  await answer
}

test.runIf(testDatabase === 'postgres')('an answer that waits until its session is over is not taken', async () => {
  const page = await startKycSession(service, 3)
  await sentTooLate(() => page.send(CHECKOUT_PATHS.kycEmail, { method: 'POST', body: { email: EMAIL } }))
  const codes = service.deps.db.selectFrom('kyc_codes').selectAll()
  expect(await codes.execute()).toEqual([])
})

test.runIf(testDatabase === 'postgres')('a file that waits until its session is over is not begun', async () => {
  const page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
  const upload = { method: 'PUT', raw: PNG, headers: { 'content-type': 'image/png' } }
  await sentTooLate(() => page.send(`${CHECKOUT_PATHS.upload}/selfie`, upload))
  const begun = service.deps.db.selectFrom('kyc_sessions').select('uploads').where('uploads', '>', 0)
  expect(await begun.execute()).toEqual([])
})
