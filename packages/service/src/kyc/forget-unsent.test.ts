import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS } from '@coinslot/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import { giveAllBeforeDocuments, giveDocuments, upload } from '../../test/kyc-customer.ts'
import { startKycSession } from '../../test/orders.ts'
import { forgetUnsent } from './forget-unsent.ts'

const DAY_MS = 24 * 3_600_000
/** A session's own day, and the seven after it. */
const KEPT_MS = 8 * DAY_MS

let service: TestService
beforeAll(async () => {
  service = await startTestService({ wakesJobs: false })
})
afterAll(() => service.close())

const filesKept = async (): Promise<readonly number[]> => {
  const { db } = service.deps
  const counted = (table: 'kyc_uploads' | 'kyc_upload_pieces') =>
    db
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  return [(await counted('kyc_uploads')).count, (await counted('kyc_upload_pieces')).count]
}
const forgetAfter = (ms: number) => forgetUnsent(service.deps, new Date(service.clock.now().getTime() + ms))
const start = async (externalId: string) =>
  startKycSession(service, 3, { externalId, merchant: await service.withFreshToken() })

test('documents that were not sent off are forgotten seven days after their session, and asked for again', async () => {
  const [uploads = 0, pieces = 0] = await filesKept()
  const externalId = randomUUID()
  const page = await start(externalId)
  await giveAllBeforeDocuments(page)
  await upload(page, 'government_id')
  await forgetAfter(KEPT_MS - 1)
  expect(await filesKept()).toEqual([uploads + 1, pieces + 1])
  service.clock.advance(2 * DAY_MS)
  const again = await start(externalId)
  expect(await upload(again, 'selfie')).toMatchObject({ government_id: true, selfie: true })
  await forgetAfter(KEPT_MS - 2 * DAY_MS)
  expect(await again.view()).toMatchObject({ step: 'kyc_documents', government_id: false, selfie: true })
  await forgetAfter(KEPT_MS)
  expect(await filesKept()).toEqual([uploads, pieces])
  expect(await giveDocuments(again)).toMatchObject({ step: 'kyc_approved' })
})

test('documents that were sent off are kept, also those of a session before', async () => {
  const [before] = await filesKept()
  const externalId = randomUUID()
  const first = await start(externalId)
  await giveAllBeforeDocuments(first)
  await upload(first, 'government_id')
  service.clock.advance(2 * DAY_MS)
  const second = await start(externalId)
  await upload(second, 'selfie')
  expect(await second.act(CHECKOUT_PATHS.kycSubmit)).toMatchObject({ step: 'kyc_approved' })
  await forgetAfter(KEPT_MS)
  expect((await filesKept())[0]).toBe((before ?? 0) + 2)
})
