import { randomUUID } from 'node:crypto'
import type { KycOutcome } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import {
  EMAIL,
  giveAddress,
  giveAllBeforeDocuments,
  giveDocuments,
  giveEmail,
  giveIdentity,
  PNG,
} from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { eventsAbout } from '../../test/session-facts.ts'
import { watchResults } from '../../test/watch-results.ts'
import { forgetRejected } from './customer-store.ts'
import type { KycApplication } from './provider.ts'
import { review, reviewUndecided } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'
import { findKycSession } from './session-store.ts'
import { deleteUploads, insertPiece, listUploads, piecePlace, replaceUpload } from './upload-store.ts'

const reviewed: KycApplication[] = []
let answer: (application: KycApplication) => KycOutcome | Promise<KycOutcome>
let service: TestService
beforeAll(async () => {
  const provider = {
    ...sandboxKyc.provider,
    review: async (application: KycApplication) => {
      reviewed.push(application)
      return answer(application)
    },
  }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
beforeEach(() => {
  reviewed.length = 0
})
afterAll(() => service.close())

const lost = (): never => {
  throw new Error('socket hang up')
}

/** Has the provider asked anew about what is undecided, and approve what it is asked about. */
const approveAfter = async (ms: number): Promise<void> => {
  reviewed.length = 0
  answer = () => 'approved'
  service.clock.advance(ms)
  await reviewUndecided(service.deps)
}

test('an application is not decided without what was rejected, and forgotten, with another of the same customer', async () => {
  const externalId = randomUUID()
  const second = await startKycSession(service, 2, { externalId })
  answer = lost
  await giveEmail(second)
  expect(await giveIdentity(second)).toMatchObject({ step: 'processing' })
  const third = await startKycSession(service, 3, { externalId })
  await giveAddress(third)
  answer = () => 'rejected'
  expect(await giveDocuments(third)).toMatchObject({ step: 'kyc_rejected' })

  await approveAfter(6 * 60_000)
  expect(reviewed).toEqual([])
  expect(await second.view()).toMatchObject({ step: 'kyc_rejected' })
  expect(await eventsAbout(service, externalId)).toMatchObject([
    { type: 'kyc_rejected', data: { level: 3 } },
    { type: 'kyc_rejected', data: { level: 2 } },
  ])
  expect(await (await startKycSession(service, 2, { externalId })).view()).toMatchObject({ step: 'kyc_identity' })
})

test('an application is not decided by what its customer has given since another one was rejected', async () => {
  const externalId = randomUUID()
  const second = await startKycSession(service, 2, { externalId })
  answer = lost
  await giveEmail(second)
  await giveIdentity(second)
  const third = await startKycSession(service, 3, { externalId })
  await giveAddress(third)
  answer = () => 'rejected'
  await giveDocuments(third)
  const { page } = await order(service, { buyer: { id: externalId, email: EMAIL }, amount: '600.00' })
  expect(await page.view()).toMatchObject({ step: 'kyc_identity' })
  answer = () => 'pending'
  expect(await giveIdentity(page, 'Ada Lovelace')).toMatchObject({ step: 'kyc_pending' })

  await approveAfter(60_000)
  expect(reviewed).toEqual([])
  expect(await second.view()).toMatchObject({ step: 'kyc_rejected' })
  // Nor has it taken that back.
  expect(await (await startKycSession(service, 2, { externalId })).view()).toMatchObject({ step: 'kyc_pending' })
})

test('an application for the e-mail address alone is decided though another one was rejected meanwhile: the address stays', async () => {
  const externalId = randomUUID()
  const first = await startKycSession(service, 1, { externalId })
  answer = lost
  expect(await giveEmail(first)).toMatchObject({ step: 'processing' })
  const second = await startKycSession(service, 2, { externalId })
  answer = () => 'rejected'
  expect(await giveIdentity(second)).toMatchObject({ step: 'kyc_rejected' })

  await approveAfter(6 * 60_000)
  expect(reviewed).toMatchObject([{ level: 1 }])
  expect(await first.view()).toMatchObject({ step: 'kyc_approved' })
})

test('an application is not decided without the documents that are forgotten while it is read', async () => {
  const page = await startKycSession(service, 3)
  answer = lost
  await giveAllBeforeDocuments(page)
  expect(await giveDocuments(page)).toMatchObject({ step: 'processing' })
  const { db } = service.deps
  const session = await findKycSession(db, reviewed.at(-1)?.reference ?? '')
  if (session === null) throw new Error('There is no session')
  let forgotten: Promise<void> | undefined
  const forgetting = watchResults(db, () => (forgotten ??= deleteUploads(db, session.customerId)))
  reviewed.length = 0
  answer = () => 'approved'
  await review({ ...service.deps, db: forgetting }, session.id)
  expect(reviewed).toEqual([])
  expect(await page.view()).toMatchObject({ step: 'kyc_rejected' })
})

test('an application is not decided with documents that are given after a rejection, while it is read', async () => {
  const page = await startKycSession(service, 3)
  answer = lost
  await giveAllBeforeDocuments(page)
  await giveDocuments(page)
  const { db } = service.deps
  const session = await findKycSession(db, reviewed.at(-1)?.reference ?? '')
  if (session === null) throw new Error('There is no session')
  const giveOthers = async () => {
    const files = await listUploads(db, session.customerId)
    await forgetRejected(db, { id: session.customerId, keepIdentity: false })
    for (const { kind, contentType } of files) {
      const uploadId = randomUUID()
      const content = service.deps.secrets.encrypt(PNG, piecePlace(uploadId, 0))
      await insertPiece(db, { uploadId, seq: 0, content })
      await replaceUpload(db, session.customerId, { kind, contentType, uploadId }, service.clock.now())
    }
  }
  let given: Promise<void> | undefined
  reviewed.length = 0
  answer = () => 'approved'
  await review({ ...service.deps, db: watchResults(db, () => (given ??= giveOthers())) }, session.id)
  expect(reviewed).toEqual([])
  expect(await page.view()).toMatchObject({ step: 'kyc_rejected' })
})

/** A customer about whom the provider decides level 3 first, and then level 2, which was asked before. @returns the customer. */
const decideThirdFirst = async (decisions: { third: KycOutcome; second: KycOutcome }): Promise<string> => {
  const externalId = randomUUID()
  let decide = () => {}
  const isDecided = new Promise<void>((resolve) => (decide = resolve))
  answer = async ({ level }) => {
    if (level === 3) return decisions.third
    await isDecided
    return decisions.second
  }
  const second = await startKycSession(service, 2, { externalId })
  await giveEmail(second)
  const late = giveIdentity(second)
  await expect.poll(() => reviewed).toHaveLength(1)
  const third = await startKycSession(service, 3, { externalId })
  await giveAddress(third)
  expect(await giveDocuments(third)).toMatchObject({ step: `kyc_${decisions.third}` })
  decide()
  expect(await late).toMatchObject({ step: `kyc_${decisions.second}` })
  return externalId
}

test('a rejection that comes late takes nothing back of a higher level that was passed meanwhile', async () => {
  const externalId = await decideThirdFirst({ third: 'approved', second: 'rejected' })
  expect(await (await startKycSession(service, 3, { externalId })).view()).toMatchObject({ step: 'kyc_approved' })
})

test('an approval that comes after a rejection has forgotten what it is of vouches for nothing given since', async () => {
  const externalId = await decideThirdFirst({ third: 'rejected', second: 'approved' })
  const anew = await startKycSession(service, 2, { externalId })
  answer = () => 'rejected'
  expect(await giveIdentity(anew)).toMatchObject({ step: 'kyc_rejected' })
  expect(reviewed).toHaveLength(3)
})
