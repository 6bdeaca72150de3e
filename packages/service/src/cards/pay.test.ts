import { randomUUID } from 'node:crypto'
import { CHECKOUT_PATHS, SANDBOX_CARDS } from '@coinslot/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostedBuyer, widgetBuyer } from '../../test/buyer.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { recordStatements } from '../../test/recorded-statements.ts'
import { recordedTypes, storedAttempts, storedStatus } from '../../test/session-facts.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { listAttemptHistory } from './attempt-history-store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const APPROVED = '4111111111111111'
const DECLINED = '5424180000000171'

describe('decisions.md §3: paying in the widget', () => {
  test('shows the item, the price and the time left', async () => {
    const intent = await storeIntent(service)
    expect(await widgetBuyer(service, intent).view()).toEqual({
      flow: 'PAYMENT',
      step: 'pay',
      payment_intent_id: intent.id,
      now: service.clock.now().toISOString(),
      expires_at: new Date(service.clock.now().getTime() + 30 * 60_000).toISOString(),
      return_url: null,
      item: { title: '100 coins', description: null, amount: '9.99', currency: 'USD', picture: null },
      problem: null,
      attempts_left: 3,
      refused: false,
    })
  })

  test.each(['5204247750001471', '4111111111111111'])(
    'decisions.md §8: approves %s, with one event',
    async (number) => {
      const intent = await storeIntent(service)
      const buyer = widgetBuyer(service, intent)
      expect(await buyer.pay({ number })).toMatchObject({ step: 'approved', expires_at: null })
      expect(await buyer.view()).toMatchObject({ step: 'approved' })
      expect(await storedStatus(service, intent.id)).toBe('Approved')
      expect(await recordedTypes(service, intent.id)).toEqual(['payment_approved'])
    },
  )

  test('decisions.md §8: takes any name, any CVV of 3 digits and any future expiry', async () => {
    const details = fc.record({
      name: fc.constantFrom('Ada', 'Zoë Müller-O’Neill', '山田 花子', 'محمد', 'J. R. R. Tolkien 3rd'),
      security_code: fc.stringMatching(/^[0-9]{3}$/),
      expiry_month: fc.integer({ min: 1, max: 12 }),
      expiry_year: fc.integer({ min: 2027, max: 2046 }),
    })
    const pays = fc.asyncProperty(details, async (card) => {
      expect(await widgetBuyer(service, await storeIntent(service)).pay(card)).toMatchObject({ step: 'approved' })
    })
    await fc.assert(pays, { numRuns: 20 })
  })

  test('judges the expiry of a card by the time of the service', async () => {
    // One of its own: within 20 years everything that the others read is forgotten.
    const later = await startTestService()
    later.clock.advance(20 * 365 * 24 * 3_600_000)
    const buyer = widgetBuyer(later, await storeIntent(later))
    const answers = [await buyer.pay({ expiry_year: 2045 }), await buyer.pay({ expiry_year: 2047 })]
    await later.close()
    expect(answers).toMatchObject([{ step: 'pay', problem: 'card_expiry' }, { step: 'approved' }])
  })

  test('decisions.md §8: refuses a good card that is none of the sandbox’s', async () => {
    const page = widgetBuyer(service, await storeIntent(service))
    expect(await page.pay({ number: '4242424242424242' })).toMatchObject({ step: 'pay', refused: true })
  })

  test('decisions.md §8: declines 5424180000000171 and lets the buyer try another card', async () => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    expect(await buyer.pay({ number: DECLINED })).toMatchObject({ step: 'pay', refused: true, attempts_left: 2 })
    expect(await storedStatus(service, intent.id)).toBe('Created')
    expect(await buyer.pay({ number: APPROVED })).toMatchObject({ step: 'approved' })
    expect(await recordedTypes(service, intent.id)).toEqual(['payment_approved'])
  })

  test('counts toward the threshold of identity checks', async () => {
    const buyer = { id: 'spender', email: 'ada@example.com' }
    const { page } = await order(service, { buyer, amount: '300.00' })
    expect(await page.pay()).toMatchObject({ step: 'approved' })
    expect((await order(service, { buyer, amount: '200.00' })).errorCode).toBeNull()
    expect((await order(service, { buyer, amount: '200.01' })).errorCode).toBe('ERR06')
  })

  test('counts for operators what intents have become', async () => {
    const counted = async (status: string) => {
      const { text } = await service.request('/metrics', { token: null })
      return Number(new RegExp(`coinslot_payments_total\\{status="${status}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
    }
    const [approved, declined] = [await counted('Approved'), await counted('Declined')]
    await widgetBuyer(service, await storeIntent(service)).pay()
    const leaving = widgetBuyer(service, await storeIntent(service))
    await leaving.act(CHECKOUT_PATHS.close)
    await leaving.pay({ number: DECLINED })
    await leaving.act(CHECKOUT_PATHS.close)
    expect(await counted('Approved')).toBe(approved + 1)
    expect(await counted('Declined')).toBe(declined + 1)
    expect(await counted('null')).toBe(0)
  })

  test.each(SANDBOX_CARDS.flatMap(({ number, reason }) => (reason === undefined ? [] : [[reason, number] as const])))(
    'says of a refusal what the acquirer says: %s',
    async (reason, number) => {
      const intent = await storeIntent(service)
      const buyer = widgetBuyer(service, intent)
      expect(await buyer.pay({ number })).toMatchObject({ step: 'pay', refused: true, refusal_reason: reason })
      expect(await buyer.view()).toMatchObject({ refusal_reason: reason })
      expect(await buyer.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'declined', refusal_reason: reason })
    },
  )

  test('says nothing of a refusal that the acquirer does not explain, whatever it said of the card before', async () => {
    const buyer = widgetBuyer(service, await storeIntent(service))
    await buyer.pay({ number: '4000000000009995' })
    service.clock.advance(1_000)
    expect(await buyer.pay({ number: DECLINED })).not.toHaveProperty('refusal_reason')
  })

  test.each([
    ['was set back between the two', -60_000],
    ['stood still', 0],
  ])('says of the last card why it was refused, where the clock %s', async (_how, ms) => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    await buyer.pay({ number: '4000000000009995' })
    service.clock.advance(ms)
    const answer = await buyer.pay({ number: '4000000000000127' })
    service.clock.advance(-ms)
    expect(answer).toMatchObject({ refusal_reason: 'wrong_security_code' })
    const [first, last] = await listAttemptHistory(service.deps.db, intent.id)
    expect(last?.createdAt.getTime()).toBeGreaterThan(first?.finishedAt?.getTime() ?? Infinity)
  })

  test('is kept card by card, in the order in which they were tried, and for its own intent alone', async () => {
    const intents = [await storeIntent(service), await storeIntent(service)]
    for (const number of [DECLINED, '5204247750001471', APPROVED])
      for (const intent of intents) {
        await widgetBuyer(service, intent).pay({ number })
        service.clock.advance(1)
      }
    const histories = intents.map(({ id }) => listAttemptHistory(service.deps.db, id))
    for (const history of await Promise.all(histories))
      expect(history).toMatchObject([
        { lastFour: '0171', status: 'refused' },
        { lastFour: '1471', status: 'approved' },
      ])
  })

  test('makes the third refusal Declined, and takes no fourth card', async () => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    await buyer.pay({ number: DECLINED })
    await buyer.pay({ number: DECLINED })
    expect(await buyer.pay({ number: DECLINED })).toMatchObject({ step: 'declined', expires_at: null })
    expect(await buyer.pay({ number: APPROVED })).toMatchObject({ step: 'declined' })
    expect(await storedAttempts(service, intent.id)).toEqual(['refused', 'refused', 'refused'])
    expect(await storedStatus(service, intent.id)).toBe('Declined')
    expect(await recordedTypes(service, intent.id)).toEqual(['payment_declined'])
  })

  test('makes closing after a refusal Declined, and lets a buyer who closes before any come back', async () => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    expect(await buyer.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'pay' })
    await buyer.pay({ number: DECLINED })
    expect(await buyer.act(CHECKOUT_PATHS.close)).toMatchObject({ step: 'declined' })
    expect(await recordedTypes(service, intent.id)).toEqual(['payment_declined'])
  })

  test.each([
    [{ number: '4111111111111112' }, 'card_number'],
    [{ expiry_month: 2, expiry_year: 2026 }, 'card_expiry'],
    [{ security_code: '12' }, 'card_security_code'],
    [{ name: ' ' }, 'card_name'],
  ])('names what is wrong with a card and asks nobody: %j', async (card, problem) => {
    const intent = await storeIntent(service)
    expect(await widgetBuyer(service, intent).pay(card)).toMatchObject({ step: 'pay', attempts_left: 3, problem })
    expect(await storedAttempts(service, intent.id)).toEqual([])
  })

  test('shows Expired once the time is up, before and after the sweep, and takes no card', async () => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    service.clock.advance(30 * 60_000)
    expect(await buyer.view()).toMatchObject({ step: 'expired', expires_at: null })
    expect(await buyer.pay()).toMatchObject({ step: 'expired' })
    expect(await storedAttempts(service, intent.id)).toEqual([])
  })
})

describe('a retried request never pays twice', () => {
  test('answers one press of Pay, sent ten times at once, with one attempt', async () => {
    const intent = await storeIntent(service)
    const buyer = widgetBuyer(service, intent)
    const key = randomUUID()
    await Promise.all(Array.from({ length: 10 }, () => buyer.pay({ number: DECLINED }, key)))
    expect(await buyer.view()).toMatchObject({ step: 'pay', attempts_left: 2 })
    expect(await buyer.pay({ number: APPROVED }, key)).toMatchObject({ step: 'pay', attempts_left: 2 })
  })

  test('lets one of two tabs pay, and shows both the same end', async () => {
    const intent = await storeIntent(service)
    const tabs = Array.from({ length: 10 }, () => widgetBuyer(service, intent))
    await Promise.all(tabs.map((tab) => tab.pay()))
    for (const tab of tabs) expect(await tab.view()).toMatchObject({ step: 'approved' })
    expect(await storedAttempts(service, intent.id)).toEqual(['approved'])
    expect(await recordedTypes(service, intent.id)).toEqual(['payment_approved'])
  })
})

describe.skipIf(isTwofold)('a limit on the buyer’s attempts', () => {
  test('answers 429 with retry-after to a session that tries cards without end, and to no other', async () => {
    const page = widgetBuyer(service, await storeIntent(service))
    const tries = () => page.send(CHECKOUT_PATHS.pay, { method: 'POST', body: page.payRequest({ number: '1' }) })
    const statuses = (await Promise.all(Array.from({ length: 30 }, tries))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    const refused = await tries()
    expect(refused.json?.error).toMatchObject({ status: 429, reason: 'Too Many Requests' })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await page.view()).toMatchObject({ step: 'pay' })
    expect(await widgetBuyer(service, await storeIntent(service)).pay()).toMatchObject({ step: 'approved' })
  })

  test('answers 429 to a session that looks without end, and to no other', async () => {
    const page = widgetBuyer(service, await storeIntent(service))
    const looks = Array.from({ length: 310 }, () => page.send(CHECKOUT_PATHS.session))
    const statuses = (await Promise.all(looks)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(300)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
    expect(await widgetBuyer(service, await storeIntent(service)).view()).toMatchObject({ step: 'pay' })
  })

  test.each(['widget', 'hosted page'])('refuses without a look at the database, in the %s', async (place) => {
    const intent = await storeIntent(service)
    const page = place === 'widget' ? widgetBuyer(service, intent) : hostedBuyer(service, intent.id)
    for (let looked = 0; looked < 300; looked += 1) await page.send(CHECKOUT_PATHS.session)
    const recording = recordStatements()
    const { status } = await page.send(CHECKOUT_PATHS.session)
    recording.stop()
    expect([status, [...recording.senders].filter((sender) => sender.startsWith('checkout/'))]).toEqual([429, []])
  })
})

describe('who may use a session', () => {
  test('answers 401 without a genuine token, and 403 to the document of another client', async () => {
    const intent = await storeIntent(service)
    const other = await service.createMerchant()
    const statusFor = async (token: string, clientId: string) =>
      (await widgetBuyer(service, { token, clientId }).send(CHECKOUT_PATHS.session)).status
    expect(await statusFor(intent.token, intent.clientId)).toBe(200)
    expect(await statusFor(`${intent.token}x`, intent.clientId)).toBe(401)
    expect(await statusFor('', intent.clientId)).toBe(401)
    expect(await statusFor(intent.token, other.clientId)).toBe(403)
    expect(await statusFor(intent.token, '')).toBe(403)
  })

  test('opens the hosted page’s session with its cookie alone, for its own intent', async () => {
    const intent = await storeIntent(service, { mode: 'redirect' })
    const another = await storeIntent(service, { mode: 'redirect' })
    const page = hostedBuyer(service, intent.id)
    expect(await page.view()).toMatchObject({ step: 'pay', payment_intent_id: intent.id })
    const borrowed = await page.send(`/../${another.id}${CHECKOUT_PATHS.session}`)
    expect([borrowed.status, borrowed.json?.error?.reason]).toEqual([401, 'Unauthorized'])
  })

  test('refuses a change on the hosted page that another site asks for', async () => {
    const intent = await storeIntent(service, { mode: 'redirect' })
    const page = hostedBuyer(service, intent.id)
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await page.send(CHECKOUT_PATHS.close, {
        method: 'POST',
        body: {},
        headers: { 'sec-fetch-site': site },
      })
      expect(answer.status).toBe(403)
    }
  })

  test('ends with its client', async () => {
    const merchant = await service.createMerchant()
    const intent = await storeIntent(service, { merchant })
    const disabled = { disabled_at: service.clock.now() }
    await service.deps.db.updateTable('clients').set(disabled).where('id', '=', merchant.clientId).execute()
    service.clock.advance(5_000)
    expect((await widgetBuyer(service, intent).send(CHECKOUT_PATHS.session)).status).toBe(401)
  })
})
