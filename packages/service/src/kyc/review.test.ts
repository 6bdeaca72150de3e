import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, type KycOutcome } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'
import {
  ADDRESS,
  EMAIL,
  FULL_NAME,
  giveAddress,
  giveAllBeforeDocuments,
  giveDocuments,
  giveEmail,
  giveIdentity,
  PHONE,
  PNG,
  upload,
} from '../../test/kyc-customer.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { startKycSession } from '../../test/orders.ts'
import { eventsAbout, recordedEvents } from '../../test/session-facts.ts'
import { sealBan, sealWallet } from '../screening/screen.ts'
import { insertBan, insertFlaggedWallet } from '../screening/list-store.ts'
import { finishSession } from './finish.ts'
import { PIECE_BYTES } from './pieces.ts'
import type { KycApplication } from './provider.ts'
import { review, reviewUndecided } from './review.ts'
import { sandboxKyc } from './sandbox-provider.ts'

const lost = async (): Promise<never> => {
  throw new Error('socket hang up')
}
const reviewed: KycApplication[] = []
const resultsAsked: string[] = []
let onReview: () => Promise<KycOutcome>
let onResult: () => Promise<KycOutcome>
let service: TestService
beforeAll(async () => {
  const provider = {
    review: async (application: KycApplication) => {
      reviewed.push(application)
      return onReview()
    },
    result: async (reference: string) => {
      resultsAsked.push(reference)
      return onResult()
    },
  }
  service = await startTestService({ wakesJobs: false, overrides: { kyc: { ...sandboxKyc, provider } } })
})
beforeEach(() => {
  reviewed.length = 0
  resultsAsked.length = 0
  onReview = async () => 'approved'
  onResult = async () => 'approved'
})
afterAll(() => service.close())

const sweepLater = async () => {
  service.clock.advance(6 * 60_000)
  await reviewUndecided(service.deps)
}

describe('what a provider is given', () => {
  test('is everything of the level, decrypted, under the session’s reference', async () => {
    const page = await startKycSession(service, 3)
    await giveAllBeforeDocuments(page)
    const back = Buffer.concat([PNG, Buffer.alloc(PIECE_BYTES), Buffer.from('the end of several pieces')])
    await upload(page, 'government_id_back', back)
    await giveDocuments(page)
    const document = { contentType: 'image/png', content: PNG }
    const { postal_code: postalCode, ...address } = ADDRESS
    expect(reviewed).toEqual([
      {
        reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
        level: 3,
        email: EMAIL,
        fullName: FULL_NAME,
        phone: PHONE,
        address: { ...address, postalCode },
        governmentId: document,
        governmentIdBack: { contentType: 'image/png', content: expect.any(Buffer) },
        selfie: document,
      },
    ])
    expect(back.equals(reviewed[0]?.governmentIdBack?.content ?? Buffer.alloc(0))).toBe(true)
  })

  test('is nothing that the level does not ask for', async () => {
    const externalId = randomUUID()
    const third = await startKycSession(service, 3, { externalId })
    await giveAllBeforeDocuments(third)
    await upload(third, 'government_id_back')
    onReview = async () => 'pending'
    await giveDocuments(third)
    await startKycSession(service, 1, { externalId })
    expect(reviewed.at(-1)).toEqual({
      reference: expect.any(String),
      level: 1,
      email: EMAIL,
      fullName: null,
      phone: null,
      address: null,
      governmentId: null,
      selfie: null,
    })
  })
})

test('eight applications with files are in memory at once, sixteen wait, and any more of one merchant are left to the sweep', async () => {
  const page = await startKycSession(service, 3)
  await giveAllBeforeDocuments(page)
  onReview = lost
  await giveDocuments(page)
  const id = reviewed.splice(0)[0]?.reference ?? ''
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  onReview = async () => {
    await isAnswered
    return 'approved'
  }
  let left = 0
  const asked = Array.from({ length: 30 }, () => review(service.deps, id).then(() => (left += 1)))
  await expect.poll(() => [reviewed.length, left]).toEqual([8, 6])
  expect(lastLogged(service, 'an identity check could not be decided yet')).toMatchObject({
    err: { message: 'Too many checks with files of this merchant are under way in this process' },
  })
  answer()
  await Promise.all(asked)
  expect(reviewed).toHaveLength(24)
  expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
})

describe('a decision that takes its time', () => {
  test('is asked for until it is there, and tells the merchant once', async () => {
    onReview = async () => 'pending'
    onResult = async () => 'pending'
    const externalId = randomUUID()
    const page = await startKycSession(service, 1, { externalId })
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_pending' })
    const asked = reviewed.at(-1)?.reference
    await sweepLater()
    await reviewUndecided(service.deps)
    expect(new Set(resultsAsked).size).toBe(resultsAsked.length)
    expect(await page.view()).toMatchObject({ step: 'kyc_pending' })
    onResult = async () => 'approved'
    await sweepLater()
    expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
    expect(reviewed.filter(({ reference }) => reference === asked)).toHaveLength(1)
    await sweepLater()
    expect(await eventsAbout(service, externalId)).toMatchObject([{ type: 'kyc_approved' }])
  })

  test('is shown as processing at first and as pending soon after, when the provider cannot be reached', async () => {
    onReview = lost
    const page = await startKycSession(service, 1)
    expect(await giveEmail(page)).toMatchObject({ step: 'processing' })
    const mishap = lastLogged(service, 'an identity check could not be decided yet')
    expect(mishap).toMatchObject({ kycSessionId: expect.any(String), err: { message: 'socket hang up' } })
    service.clock.advance(30_000)
    expect(await page.view()).toMatchObject({ step: 'kyc_pending' })
    onReview = async () => 'approved'
    await sweepLater()
    expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
  })

  test.each([undefined, null, 'Approved'])('counts as none where the provider answers %j, and is told', async (odd) => {
    onReview = async () => odd as never
    const page = await startKycSession(service, 1)
    expect(await giveEmail(page)).toMatchObject({ step: 'processing' })
    expect(lastLogged(service, 'an identity check could not be decided yet')).toMatchObject({
      err: { message: 'The identity provider must answer approved, pending or rejected' },
    })
    onReview = async () => 'rejected'
    await sweepLater()
    expect(await page.view()).toMatchObject({ step: 'kyc_rejected' })
  })

  test('is told to operators by its age, apart from what the provider has not answered', async () => {
    await sweepLater()
    const submit = async (answer: typeof onReview) => {
      onReview = answer
      await giveEmail(await startKycSession(service, 1))
      service.clock.advance(10_000)
    }
    for (const answer of [async () => 'pending' as const, lost, lost]) await submit(answer)
    const { text } = await service.request('/metrics')
    const told = [...text.matchAll(/^coinslot_undecided_check_age_seconds\{state="(\w+)"\} (\d+)/gm)]
    expect(Object.fromEntries(told.map(([, state, seconds]) => [state, seconds]))).toEqual({
      pending: '30',
      submitted: '20',
    })
  })

  test('is told by the time at which it was written down, however long that had to wait', async () => {
    onReview = async () => 'pending'
    await giveEmail(await startKycSession(service, 1))
    const id = reviewed[0]?.reference ?? ''
    const finishing = finishSession(service.deps, id, 'approved')
    service.clock.advance(90_000)
    const events = [{ type: 'kyc_approved', created_at: service.clock.now().toISOString() }]
    await finishing
    expect(await recordedEvents(service, id)).toMatchObject(events)
  })

  test('is asked for where the clock has been set back since', async () => {
    onReview = async () => 'pending'
    const page = await startKycSession(service, 1)
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_pending' })
    service.clock.advance(-3_600_000)
    await reviewUndecided(service.deps)
    expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
    service.clock.advance(3_600_000)
  })

  test('is kept waiting by no other that the provider does not give', async () => {
    onReview = async () => 'pending'
    // More than are asked about at once.
    const pages = await Promise.all(Array.from({ length: 12 }, () => startKycSession(service, 1)))
    for (const page of pages) await giveEmail(page)
    let giveUp = () => {}
    const isGivenUp = new Promise<void>((resolve) => (giveUp = resolve))
    onResult = async () => {
      if (resultsAsked.length === 1) await isGivenUp
      return 'approved'
    }
    service.clock.advance(4_000 + 5 * 60_000)
    const sweep = reviewUndecided(service.deps)
    await expect.poll(() => resultsAsked.length).toBeGreaterThanOrEqual(pages.length)
    giveUp()
    await sweep
    const steps = async () => new Set(await Promise.all(pages.map(async (page) => (await page.view()).step)))
    expect(await steps()).toEqual(new Set(['kyc_approved']))
  })

  test('is asked for by one of several processes that sweep at once', async () => {
    onReview = async () => 'pending'
    const pages = await Promise.all(Array.from({ length: 5 }, () => startKycSession(service, 1)))
    for (const page of pages) await giveEmail(page)
    service.clock.advance(4_000 + 5 * 60_000)
    resultsAsked.length = 0
    await Promise.all(Array.from({ length: 4 }, () => reviewUndecided(service.deps)))
    for (const page of pages) expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
    expect(new Set(resultsAsked).size).toBe(resultsAsked.length)
  })
})

test('nobody is asked about an application that is unknown, not complete yet, or decided already', async () => {
  const externalId = randomUUID()
  const page = await startKycSession(service, 1, { externalId })
  const sessions = service.deps.db.selectFrom('kyc_sessions').select('id').where('external_id', '=', externalId)
  const { id } = await sessions.executeTakeFirstOrThrow()
  await review(service.deps, randomUUID())
  await review(service.deps, id)
  expect(reviewed).toEqual([])
  onReview = async () => 'rejected'
  await giveEmail(page)
  await review(service.deps, id)
  expect(reviewed).toHaveLength(1)
})

test('a process without a provider leaves what is undecided to others', async () => {
  onReview = lost
  const page = await startKycSession(service, 1)
  await giveEmail(page)
  onReview = async () => 'approved'
  const now = () => new Date(service.clock.now().getTime() + 60_000)
  const deps = { ...service.deps, clock: { now, after: service.clock.after } }
  await reviewUndecided({ ...deps, kyc: null })
  await reviewUndecided(deps)
  expect(await page.view()).toMatchObject({ step: 'kyc_approved' })
})

test('the first decision stands, and the merchant is told of it alone, where two answers come at once', async () => {
  onReview = async () => 'pending'
  const externalId = randomUUID()
  const page = await startKycSession(service, 1, { externalId })
  await giveEmail(page)
  const answers: KycOutcome[] = ['approved', 'rejected']
  let goOn = () => {}
  const bothAsked = new Promise<void>((resolve) => (goOn = resolve))
  onResult = async () => {
    const answer = answers.shift() ?? 'pending'
    if (answers.length === 0) goOn()
    await bothAsked
    return answer
  }
  const sessionId = reviewed.at(-1)?.reference ?? ''
  let woken = 0
  const deps = { ...service.deps, wakeDeliveries: () => void (woken += 1) }
  await Promise.all([review(deps, sessionId), review(deps, sessionId)])
  expect(woken).toBe(1)
  const events = await eventsAbout(service, externalId)
  expect(events).toHaveLength(1)
  expect((await page.view()).step).toBe(events[0]?.type)
})

test('what is decided of one customer is decided of nobody else', async () => {
  const atDocuments = async () => {
    const page = await startKycSession(service, 3)
    await giveAllBeforeDocuments(page)
    return page
  }
  const waiting = await atDocuments()
  await upload(waiting, 'government_id')
  expect(await giveDocuments(await atDocuments())).toMatchObject({ step: 'kyc_approved' })
  onReview = async () => 'rejected'
  expect(await giveDocuments(await atDocuments())).toMatchObject({ step: 'kyc_rejected' })
  expect(await waiting.view()).toMatchObject({ step: 'kyc_documents', government_id: true })
  expect(await giveDocuments(waiting)).toMatchObject({ step: 'kyc_rejected' })
})

test('a level that was passed needs no second look, a lower one passed after it notwithstanding', async () => {
  const externalId = randomUUID()
  const third = await startKycSession(service, 3, { externalId })
  await giveAllBeforeDocuments(third)
  expect(await giveDocuments(third)).toMatchObject({ step: 'kyc_approved' })
  onReview = async () => 'rejected'
  for (const level of [1, 3] as const) {
    expect(await (await startKycSession(service, level, { externalId })).view()).toMatchObject({ step: 'kyc_approved' })
  }
  expect(reviewed).toHaveLength(1)
})

test('a rejection at a higher level takes nothing back of a lower one that was passed', async () => {
  const externalId = randomUUID()
  const second = await startKycSession(service, 2, { externalId })
  await giveEmail(second)
  await giveIdentity(second)
  onReview = async () => 'rejected'
  const third = await startKycSession(service, 3, { externalId })
  await giveAddress(third)
  expect(await giveDocuments(third)).toMatchObject({ step: 'kyc_rejected' })
  expect(await (await startKycSession(service, 2, { externalId })).view()).toMatchObject({ step: 'kyc_approved' })
  const again = await startKycSession(service, 3, { externalId })
  expect(await again.view()).toMatchObject({ step: 'kyc_address' })
  expect(await giveAddress(again)).toMatchObject({ step: 'kyc_documents', government_id: false, selfie: false })
})

describe('a customer is rejected without asking the provider', () => {
  const wallet = { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', blockchain: 'polygon' }
  const banned = async (value: string) => {
    const { secrets, db, clock } = service.deps
    await insertBan(db, sealBan(secrets, value), clock.now())
  }

  test('whose e-mail address is banned', async () => {
    await banned('mallory@example.com')
    const page = await startKycSession(service, 1)
    expect(await giveEmail(page, 'Mallory@Example.com')).toMatchObject({ step: 'kyc_rejected' })
    expect(reviewed).toEqual([])
  })

  test('whose e-mail address has been banned since, while a decision is pending and where the level was passed before', async () => {
    const [email, externalId] = ['trudy@example.com', randomUUID()]
    await giveEmail(await startKycSession(service, 1, { externalId }), email)
    onReview = async () => 'pending'
    const second = await startKycSession(service, 2, { externalId })
    expect(await giveIdentity(second)).toMatchObject({ step: 'kyc_pending' })
    await banned(email)
    expect(await (await startKycSession(service, 1, { externalId })).view()).toMatchObject({ step: 'kyc_rejected' })
    await review(service.deps, reviewed.at(-1)?.reference ?? '')
    expect(await second.view()).toMatchObject({ step: 'kyc_rejected' })
  })

  test('whose id at the merchant has been banned meanwhile', async () => {
    const externalId = randomUUID()
    const page = await startKycSession(service, 1, { externalId })
    await banned(externalId)
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_rejected' })
    expect(reviewed).toEqual([])
  })

  test('who lives in a sanctioned country', async () => {
    const page = await startKycSession(service, 3)
    await giveEmail(page)
    await giveIdentity(page)
    await page.act(CHECKOUT_PATHS.kycAddress, { ...ADDRESS, country: 'KP' })
    expect(await giveDocuments(page)).toMatchObject({ step: 'kyc_rejected' })
    expect(reviewed).toEqual([])
  })

  test('whose wallet has been flagged meanwhile', async () => {
    const { secrets, db, clock } = service.deps
    const page = await startKycSession(service, 1, { wallet })
    await insertFlaggedWallet(db, sealWallet(secrets, wallet.address), clock.now())
    expect(await giveEmail(page)).toMatchObject({ step: 'kyc_rejected' })
    expect(reviewed).toEqual([])
  })
})
