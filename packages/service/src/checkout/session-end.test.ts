import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, type SessionView, sessionViewSchema } from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerBank } from '../../test/answer-bank.ts'
import { type Buyer, hostedBuyer } from '../../test/buyer.ts'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order, orderRedirect, startKycSession } from '../../test/orders.ts'
import { lockSubscription } from '../webhooks/subscription-store.ts'
import { createSubscription } from '../webhooks/subscriptions.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
let service: TestService
beforeAll(async () => {
  // None of its jobs works by a time that a test has set back by then.
  service = await startTestService({ wakesJobs: false })
})
afterAll(() => service.close())

const statementsThatWait = async (): Promise<number> =>
  (await sql`select from pg_locks where not granted`.execute(service.deps.db)).rows.length

const look = async (page: Buyer) => (await page.send(CHECKOUT_PATHS.session)).status
const hosted = async () => {
  const merchant = await service.createMerchant()
  const url = await orderRedirect(service, { merchant })
  return hostedBuyer(service, url.pathname.split('/').at(-1) ?? '')
}

describe('the attack of reading a session for ever with the token of widget_data', () => {
  test.each([
    ['a paid intent', 30 * MINUTE_MS, async () => (await order(service)).page],
    ['a KYC session', DAY_MS, async () => startKycSession(service, 1)],
    ['the hosted page', 30 * MINUTE_MS, hosted],
  ])('%s can be looked at for a day after its end, and then no more', async (_name, lengthMs, open) => {
    const page = await open()
    service.clock.advance(lengthMs + DAY_MS - 1)
    expect(await look(page)).toBe(200)
    service.clock.advance(1)
    expect(await look(page)).toBe(401)
    expect((await page.send(CHECKOUT_PATHS.session, { method: 'POST', body: {} })).json?.error).toMatchObject({
      status: 401,
      message: 'This session is not valid; start again from the shop',
    })
    service.clock.advance(-lengthMs - DAY_MS)
  })

  test('an intent that has ended before its page was opened asks for no identity', async () => {
    const { page, intentId } = await order(service, { buyer: { email: 'kyc@example.com' } })
    service.clock.advance(30 * MINUTE_MS)
    expect(await page.act(CHECKOUT_PATHS.session)).toMatchObject({ step: 'expired' })
    const given = await page.send(CHECKOUT_PATHS.kycEmail, { method: 'POST', body: { email: 'ada@example.com' } })
    expect(given.status).toBe(404)
    const checks = service.deps.db.selectFrom('kyc_sessions').select('id').where('intent_id', '=', intentId)
    expect(await checks.execute()).toEqual([])
    service.clock.advance(-30 * MINUTE_MS)
  })

  test('an identity check that stands alone has nothing to pay, and is left as it is', async () => {
    const page = await startKycSession(service, 1)
    for (const [path, body] of [
      [CHECKOUT_PATHS.pay, page.payRequest()],
      [CHECKOUT_PATHS.challenge, { challenge_id: randomUUID() }],
    ] as const) {
      expect((await page.send(path, { method: 'POST', body })).json?.error).toMatchObject({ status: 404 })
    }
    expect(await page.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'kyc_email' })
  })

  test('a payment that is approved while its page looks is never shown as open again, and with its receipt', async () => {
    const { page } = await order(service)
    const challenged = await page.pay({ number: '5200000000001104' })
    if (challenged.step !== 'challenge') throw new Error(`The step is ${challenged.step}`)
    const { id, creq } = challenged.challenge
    await answerBank(service, creq)
    const settle = () => page.act(CHECKOUT_PATHS.challenge, { challenge_id: id })
    const executor = service.deps.db.getExecutor()
    const execute = executor.executeQuery.bind(executor)
    let reads = 0
    const spied = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query) => {
      const isRead = /from "(payment_intents|card_attempts)"/.test(query.sql)
      const result = await execute(query)
      // The first finds out whose session it is; the second and third what is shown.
      if (isRead && (reads += 1) === 2) await settle()
      return result as never
    })
    const look = async () => (await page.send(CHECKOUT_PATHS.session)).data(sessionViewSchema)
    expect(await look()).toMatchObject({ step: 'approved', receipt: { last_four: '1104' } })
    spied.mockRestore()
  })

  test('the hosted page itself is gone with its session', async () => {
    const page = await hosted()
    expect((await page.send('')).status).not.toBe(401)
    service.clock.advance(30 * MINUTE_MS + DAY_MS)
    expect((await page.send('')).json?.error).toMatchObject({ status: 401 })
    service.clock.advance(-30 * MINUTE_MS - DAY_MS)
  })
})

test.runIf(testDatabase === 'postgres')(
  'a buyer whose approval is being written down as their time ends is not told that it has ended',
  async () => {
    const { deps, clock, merchant } = service
    const endpoint = 'http://127.0.0.1:9/'
    const request = { merchantId: merchant.merchantId, endpoint, description: '', status: 'enabled' } as const
    const { id } = await createSubscription(deps, request)
    const { page } = await order(service)
    const told: Promise<SessionView>[] = []
    let isTold = false
    await deps.db.transaction().execute(async (transaction) => {
      await lockSubscription(transaction, { ...request, id })
      told.push(page.pay())
      await expect.poll(() => someoneWaitsFor(transaction)).toBe(true)
      clock.advance(30 * MINUTE_MS)
      told.push(page.view().finally(() => (isTold = true)))
      await expect.poll(async () => isTold || (await statementsThatWait()) === 2).toBe(true)
    })
    const [paid, seen] = await Promise.all(told)
    clock.advance(-30 * MINUTE_MS)
    expect(paid).toMatchObject({ step: 'approved', receipt: { last_four: '1111' } })
    expect(seen).toMatchObject({ step: 'approved', receipt: { last_four: '1111' } })
  },
)
