import { CHECKOUT_PATHS, LIMITS } from '@coinslot/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Buyer } from '../../test/buyer.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { FULL_NAME } from '../../test/kyc-customer.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { forgetEndedTallies } from './code-tally-store.ts'
import { sandboxKycProvider } from './sandbox-provider.ts'

const HOUR_MS = 3_600_000
const CODES_PER_HOUR = 30
const sent: { destination: string; code: string }[] = []
let service: TestService
let merchant: TestMerchant
beforeAll(async () => {
  const sender = {
    send: async (_channel: string, destination: string, code: string) => void sent.push({ destination, code }),
  }
  service = await startTestService({
    config: { codesPerHour: CODES_PER_HOUR, phoneCountries: ['US', 'DE'] },
    overrides: { kyc: { provider: sandboxKycProvider, sender } },
  })
})
beforeEach(async () => {
  sent.length = 0
  merchant = await service.createMerchant()
})
afterAll(() => service.close())

const gate = async (): Promise<Buyer> =>
  (await order(service, { merchant, buyer: { id: crypto.randomUUID(), email: 'kyc@example.com' } })).page
const giveEmail = async (page: Buyer, email: string) => (await page.act(CHECKOUT_PATHS.kycEmail, { email })).problem
const resend = async (page: Buyer) => (await page.act(CHECKOUT_PATHS.kycEmailResend)).problem
const lastCode = () => sent.at(-1)?.code ?? ''
const wrongCode = () => (lastCode() === '000000' ? '111111' : '000000')
const answer = async (page: Buyer, code: string) => (await page.act(CHECKOUT_PATHS.kycEmailCode, { code })).problem

/** Asks for codes to every spelling until the session has none left. */
const floodFrom = async (page: Buyer, spellings: readonly string[]): Promise<void> => {
  for (const spelling of spellings) {
    await giveEmail(page, spelling)
    for (let count = 0; count < LIMITS.codesSent; count += 1) await resend(page)
  }
}

describe('the attack of codes that flood a mailbox', () => {
  test('gets no more for spelling the address otherwise', async () => {
    await floodFrom(await gate(), ['spelled@example.com', 'Spelled@example.com', 'SPELLED+1@EXAMPLE.com'])
    expect(sent).toHaveLength(LIMITS.codesSent)
  })

  test('gets no more from further intents and merchants, for an hour and for a day', async () => {
    const flood = async () => {
      for (let intents = 0; intents < 3; intents += 1) {
        merchant = await service.createMerchant()
        await floodFrom(await gate(), [`victim+${intents}@example.com`])
      }
      expect(await giveEmail(await gate(), 'victim@example.com')).toBe('code_later')
    }
    await flood()
    expect(sent).toHaveLength(LIMITS.codesPerDestination.hour)
    service.clock.advance(HOUR_MS)
    await flood()
    expect(sent).toHaveLength(LIMITS.codesPerDestination.day)
    service.clock.advance(HOUR_MS)
    merchant = await service.createMerchant()
    expect(await giveEmail(await gate(), 'Victim@example.com')).toBe('code_later')
    service.clock.advance(24 * HOUR_MS)
    merchant = await service.createMerchant()
    expect(await giveEmail(await gate(), 'victim@example.com')).toBeNull()
  })

  test('shuts nobody out for longer where the clock has been set back behind the hour in which it was', async () => {
    for (let intents = 0; intents < 3; intents += 1) await floodFrom(await gate(), [`late+${intents}@example.com`])
    expect(await giveEmail(await gate(), 'late@example.com')).toBe('code_later')
    service.clock.advance(-30 * 24 * HOUR_MS)
    expect(await giveEmail(await gate(), 'late@example.com')).toBeNull()
    service.clock.advance(30 * 24 * HOUR_MS)
  })

  test('gets no more from many sessions at once', async () => {
    const pages = await Promise.all(Array.from({ length: 2 * LIMITS.codesPerDestination.hour }, () => gate()))
    await Promise.all(pages.map((page) => giveEmail(page, 'at.once@example.com')))
    expect(sent).toHaveLength(LIMITS.codesPerDestination.hour)
  })

  test('leaves the owner of the mailbox alone, who answers', async () => {
    for (let sessions = 0; sessions < 2 * LIMITS.codesPerDestination.hour; sessions += 1) {
      const page = await gate()
      expect(await giveEmail(page, 'owner@example.com')).toBeNull()
      expect(await answer(page, lastCode())).toBeNull()
    }
  })

  test('costs a merchant no more than it may send by e-mail, whoever answers, and takes none of its codes by phone', async () => {
    const second = await startKycSession(service, 2, { merchant })
    await giveEmail(second, 'accomplice@example.com')
    await answer(second, lastCode())
    for (let count = 1; count < CODES_PER_HOUR; count += 1) {
      const page = await startKycSession(service, 1, { merchant })
      expect(await giveEmail(page, `accomplice${count}@example.com`)).toBeNull()
      expect(await answer(page, count % 2 ? lastCode() : wrongCode())).toBe(count % 2 ? null : 'code_wrong')
    }
    const page = await startKycSession(service, 1, { merchant })
    expect(await giveEmail(page, 'one.more@example.com')).toBe('code_later')
    const other = await startKycSession(service, 1, { merchant: await service.createMerchant() })
    expect(await giveEmail(other, 'one.more@example.com')).toBeNull()
    const identity = { full_name: FULL_NAME, phone: '+1 212 555 0199' }
    expect(await second.act(CHECKOUT_PATHS.kycIdentity, identity)).toMatchObject({
      step: 'kyc_phone_code',
      problem: null,
    })
  })
})

describe('the attack of guessing codes', () => {
  test('has no more guesses for spelling the address otherwise, nor from further intents, and then not the right one', async () => {
    let compared = 0
    let right = ''
    let page = await gate()
    for (let intents = 0; intents < 8; intents += 1) {
      page = await gate()
      if ((await giveEmail(page, intents % 2 ? 'guessed@example.com' : 'Guessed@Example.com')) !== null) break
      right = lastCode()
      for (let guess = 0; guess < LIMITS.codeAttempts; guess += 1) {
        if ((await answer(page, wrongCode())) !== 'code_later') compared += 1
      }
    }
    expect(compared).toBe(LIMITS.wrongCodesPerDestination.hour)
    expect(await answer(page, right)).toBe('code_later')
  })

  test('is not made by answers to a code that is worth nothing any more: a new one is taken', async () => {
    const page = await gate()
    await giveEmail(page, 'patient@example.com')
    const answers = LIMITS.codeAttempts + LIMITS.wrongCodesPerDestination.hour
    for (let count = 0; count < answers; count += 1) await answer(page, wrongCode())
    expect(await answer(page, lastCode())).toBe('code_exhausted')
    expect(await resend(page)).toBeNull()
    expect(await answer(page, lastCode())).toBeNull()
  })

  test('verifies no other address of a mailbox than the one that the code was sent to', async () => {
    const page = await gate()
    await giveEmail(page, 'shared+mine@example.com')
    const mine = lastCode()
    await giveEmail(page, 'shared@example.com')
    expect(sent).toHaveLength(2)
    expect(await answer(page, mine === lastCode() ? wrongCode() : mine)).toBe('code_wrong')
    expect(await answer(page, lastCode())).toBeNull()
  })
})

describe('countries for codes by phone', () => {
  test.each([
    ['+1 212 555 0123', null],
    ['+49 1512 3456789', null],
    ['+1 876 555 0123', 'phone_country'],
    ['+44 7400 123456', 'phone_country'],
    ['+882 5112345678', 'phone_country'],
  ])('%s: %s', async (phone, problem) => {
    const page = await gate()
    await giveEmail(page, `${crypto.randomUUID()}@example.com`)
    await answer(page, lastCode())
    expect(await page.act(CHECKOUT_PATHS.kycIdentity, { full_name: FULL_NAME, phone })).toMatchObject({ problem })
  })
})

test('what is counted names nobody, and is forgotten when its day is over', async () => {
  await giveEmail(await gate(), 'named@example.com')
  const { db, clock } = service.deps
  const tallies = await db.selectFrom('code_tallies').selectAll().execute()
  expect(tallies.length).toBeGreaterThan(0)
  for (const { key } of tallies) expect(key).toHaveLength(32)
  service.clock.advance(24 * HOUR_MS)
  await forgetEndedTallies(db, clock.now())
  expect(await db.selectFrom('code_tallies').selectAll().execute()).toEqual([])
})
