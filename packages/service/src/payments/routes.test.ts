import { randomUUID } from 'node:crypto'
import {
  LIMITS,
  paymentIntentSchema,
  type PaymentIntentRequest,
  redirectSchema,
  statusesSchema,
  widgetDataSchema,
} from '@coinslot/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { someoneWaitsFor, testDatabase } from '../../test/databases.ts'
import { isTwofold, startTestService, type TestRequest, type TestService } from '../../test/harness.ts'
import { intentIdOf } from '../../test/intent-id.ts'
import { untilTakenUp } from '../../test/until-taken-up.ts'
import { findPicture } from '../pictures/picture-store.ts'
import { sha256 } from '../platform/secrets.ts'
import { moveIntent } from './finalise.ts'
import { findOpening, insertOpenings } from './opening-store.ts'
import { lockPayment } from './payment-store.ts'
import { keyedHash } from './request-hash.ts'

let service: TestService
let keys = 0

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

type Item = PaymentIntentRequest['items'][number]
const item: Item = { id: 'gold-100', title: '100 gold', amount: '9.99', image_url: 'https://shop.example/gold.png' }
const order = (changes: Partial<PaymentIntentRequest> = {}): PaymentIntentRequest => ({
  transaction_type: 'BUY_VDA',
  buyer: { id: 'player-1', email: 'ada@example.com' },
  currency: 'USD',
  idempotency_key: `key-${(keys += 1)}`,
  items: [item],
  ...changes,
})
const create = (body: unknown, rest: TestRequest = {}) => service.post('/payments/v2/intent', body, rest)
const createRedirect = (body: unknown, rest: TestRequest = {}) =>
  service.post('/payments/v2/intent/redirect', body, rest)
const statuses = (ids: string[], rest: TestRequest = {}) =>
  service.post('/payments/v1/payments/statuses', { payment_intent_ids: ids }, rest)
const idOf = async (body: unknown = order()): Promise<string> =>
  intentIdOf((await create(body)).data(paymentIntentSchema))

const widgetData = (text: string) => widgetDataSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))

describe('POST /payments/v2/intent (service.md, "POST /payments/v2/intent"; decisions.md §3)', () => {
  test('answers 201 with an intent and what opens the widget', async () => {
    const answer = await create(order())
    expect(answer.status).toBe(201)
    const data = answer.data(paymentIntentSchema)
    expect(data).toMatchObject({ flow: 'PAYMENT', error_code: null, payment_intent_id: expect.any(String), notes: [] })
    expect(widgetData(data.widget_data)).toEqual({
      base_url: service.baseUrl,
      client_id: service.merchant.clientId,
      access_token: expect.any(String),
    })
  })

  test('keeps what was asked, as the buyer and the merchant are shown it later', async () => {
    const reference = randomUUID()
    const described = { ...item, description: 'A bag of gold' }
    const { clientId, merchantId } = service.merchant
    const { status } = await createRedirect(order({ reference, items: [described] }))
    expect(status).toBe(201)
    const rows = service.deps.db.selectFrom('payment_intents').selectAll().where('reference', '=', reference)
    expect(await rows.execute()).toMatchObject([
      {
        merchant_id: merchantId,
        client_id: clientId,
        mode: 'redirect',
        status: 'Created',
        amount: '9.99',
        currency: 'USD',
        item_id: 'gold-100',
        item_title: '100 gold',
        item_description: 'A bag of gold',
        item_image_url: 'https://shop.example/gold.png',
        buyer_id: 'player-1',
        created_at: service.clock.now(),
        expires_at: new Date(service.clock.now().getTime() + 30 * 60_000),
        finalised_at: null,
      },
    ])
  })

  test.skipIf(isTwofold)('counts requests for operators, by mode and outcome', async () => {
    const counted = async (mode: string, outcome: string) => {
      const { text } = await service.request('/metrics', { token: null })
      const line = new RegExp(`^coinslot_intents_total\\{mode="${mode}",outcome="${outcome}"\\} (\\d+)$`, 'm')
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const of = [
      ['widget', 'created'],
      ['widget', 'replayed'],
      ['widget', 'ERR01'],
      ['redirect', 'created'],
    ] as const
    const countAll = () => Promise.all(of.map(([mode, outcome]) => counted(mode, outcome)))
    const before = await countAll()
    const body = order()
    for (let time = 0; time < 3; time += 1) await create(body)
    await create(order({ buyer: { email: 'banned@example.com' } }))
    await createRedirect(order())
    const more = (await countAll()).map((count, index) => count - (before[index] ?? 0))
    expect(more).toEqual([1, 2, 1, 1])
  })

  test('has the picture of an item looked for before the buyer asks for it', async () => {
    const image_url = 'http://127.0.0.1:1/gone.png'
    const { image_url: _none, ...plain } = item
    await create(order({ items: [plain] }))
    await create(order({ items: [{ ...item, image_url }] }))
    const key = { merchantId: service.merchant.merchantId, addressHash: sha256(image_url) }
    await expect.poll(() => findPicture(service.deps.db, key)).toMatchObject({ picture: null })
    expect(service.logs.join('')).not.toContain('a picture was not kept')
  })

  test('remembers when a buyer opened it first, whoever says so last', async () => {
    const { db, clock } = service.deps
    const intentId = await idOf()
    const after = (ms: number) => ({ intentId, at: new Date(clock.now().getTime() + ms) })
    await insertOpenings(db, [after(2), after(1)])
    await insertOpenings(db, [after(3)])
    expect(await findOpening(db, intentId)).toEqual(after(1).at)
  })

  test('many at once get an intent each, and keys that meet in one statement get one between them', async () => {
    const bodies = [...Array.from({ length: 60 }, () => order()), ...Array.from({ length: 3 }, () => order())]
    const answers = await Promise.all([...bodies, ...bodies.slice(-3)].map((body) => create(body)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const ids = answers.map((answer) => intentIdOf(answer.data(paymentIntentSchema)))
    expect(new Set(ids).size).toBe(63)
    expect(ids.slice(-3)).toEqual(ids.slice(-6, -3))
    const stored = await statuses(ids)
    expect(stored.data(statusesSchema)).toHaveLength(63)
  })

  test.each([
    ['item', { items: [{ ...item, id: 'coin-\ud83d' }] }],
    ['title', { items: [{ ...item, title: 'Half \ud83d of a coin' }] }],
    ['description', { items: [{ ...item, description: 'Half \ud83d of a bag' }] }],
    ['picture', { items: [{ ...item, image_url: 'https://shop.example/\ud83d.png' }] }],
    ['reference', { reference: 'order-\ud83d' }],
    ['buyer', { buyer: { id: 'player-\ud83d', email: 'ada@example.com' } }],
  ] as const)('takes half of a surrogate pair in the %s, beside requests that are in order', async (_of, changes) => {
    const odd = order(changes as unknown as Partial<PaymentIntentRequest>)
    const answers = await Promise.all([order(), odd, order()].map((body) => create(body)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  })

  test('a repeated request gets the first answer again, whatever the order of its keys and what no schema knows', async () => {
    const body = order()
    const first = await create(body)
    const reordered = Object.fromEntries(Object.entries(body).toReversed())
    const again = await create({ ...reordered, sent_at: 'later' })
    expect(again.status).toBe(201)
    expect(again.text).toBe(first.text)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const id = intentIdOf(again.data(paymentIntentSchema))
    const tokens = service.deps.db.selectFrom('redirect_tokens').select('intent_id').where('intent_id', '=', id)
    expect(await tokens.execute()).toEqual([])
  })

  test('one key with two bodies is 409 with code 4', async () => {
    const body = order()
    await create(body)
    const answer = await create({ ...body, currency: 'EUR' })
    expect(answer.json).toEqual({
      error: {
        reason: 'Conflict',
        status: 409,
        message: expect.stringMatching(/^This idempotency_key was used for another request; use a new one/),
        code: 4,
      },
    })
  })

  test('one key in both modes is 409 with code 4', async () => {
    const body = order()
    await create(body)
    expect((await createRedirect(body)).json?.error).toMatchObject({ status: 409, code: 4 })
  })

  test('merchants have key spaces of their own', async () => {
    const other = await service.createMerchant()
    const body = order()
    const mine = await create(body)
    const theirs = await create(body, { token: other.token })
    expect(theirs.status).toBe(201)
    expect(theirs.text).not.toBe(mine.text)
  })

  test('clients of one merchant share its key space: whichever repeats a request is given the first answer', async () => {
    const second = await service.createMerchant({ merchant: service.merchant.merchantId })
    const body = order()
    const first = await create(body)
    const again = await create(body, { token: second.token })
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true'])
  })

  test('a request is known again by its text with all keys in order, in which every version agrees', async () => {
    const reference = randomUUID()
    await create(order({ reference, idempotency_key: 'known-again' }))
    const canonical = `{"buyer":{"email":"ada@example.com","id":"player-1"},"currency":"USD","idempotency_key":"known-again","items":[{"amount":"9.99","id":"gold-100","image_url":"https://shop.example/gold.png","title":"100 gold"}],"reference":"${reference}","transaction_type":"BUY_VDA"}`
    const rows = service.deps.db.selectFrom('payment_intents').select('request_hash').where('reference', '=', reference)
    const { request_hash: stored } = await rows.executeTakeFirstOrThrow()
    expect(stored).toEqual(keyedHash(service.deps.secrets, sha256(canonical)))
  })

  test('100 concurrent requests with one key make one intent', async () => {
    const body = order()
    const answers = await Promise.all(Array.from({ length: 100 }, () => untilTakenUp(() => create(body))))
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 100 }, () => 201))
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1)
  })

  test.each([
    ['ERR03', 200, order(), { 'x-sandbox-country': 'KP' }],
    ['ERR01', 200, order({ buyer: { email: 'banned@example.com' } }), {}],
    ['ERR15', 200, order({ buyer: { wallet: { address: '0xbad', blockchain: 'ethereum' } } }), {}],
    ['ERR06', 201, order({ buyer: { email: 'kyc@example.com' } }), {}],
    ['ERR06', 201, order({ items: [{ ...item, amount: '500.01' }] }), {}],
    [null, 201, order({ buyer: { email: 'untold@example.com' }, items: [{ ...item, amount: '500.00' }] }), {}],
  ])('outcome %s is %i', async (error_code, status, purchase, headers) => {
    const reference = randomUUID()
    const body = { ...purchase, reference }
    const answer = await create(body, { headers })
    expect(answer.status).toBe(status)
    const data = answer.data(paymentIntentSchema)
    expect(data).toMatchObject({ flow: 'PAYMENT', error_code, notes: [] })
    expect('payment_intent_id' in data).toBe(status === 201)
    expect('access_token' in widgetData(data.widget_data)).toBe(status === 201)
    expect((await create(body, { headers })).text).toBe(answer.text)
    const stored = service.deps.db.selectFrom('payment_intents').select('status').where('reference', '=', reference)
    expect(await stored.execute()).toEqual([{ status: status === 201 ? 'Created' : 'Refused' }])
  })

  test('outcomes are checked in the order country, ban, wallet, KYC', async () => {
    const wallet = { address: '0xbad', blockchain: 'ethereum' }
    const both = { buyer: { email: 'banned@example.com', wallet } }
    const country = await create(order(both), { headers: { 'x-sandbox-country': 'KP' } })
    expect(country.data(paymentIntentSchema).error_code).toBe('ERR03')
    expect((await create(order(both))).data(paymentIntentSchema).error_code).toBe('ERR01')
    const flagged = await create(order({ buyer: { email: 'kyc@example.com', wallet } }))
    expect(flagged.data(paymentIntentSchema).error_code).toBe('ERR15')
  })
})

describe('POST /payments/v2/intent/redirect (service.md, "POST /payments/v2/intent/redirect"; decisions.md §3, §4)', () => {
  const parts = (url: string) => ({
    path: new URL(url).pathname,
    token: new URL(url).searchParams.get('redirect_token'),
  })

  test('answers 201 with a URL of the intent and a token of 256 bits', async () => {
    const answer = await createRedirect(order())
    expect(answer.status).toBe(201)
    const { redirect_url } = answer.data(redirectSchema)
    expect(redirect_url).toMatch(/\/pay\/[0-9a-f-]{36}\?redirect_token=[A-Za-z0-9_-]{43}$/)
    expect(redirect_url.startsWith(service.baseUrl)).toBe(true)
  })

  test('a replay has a fresh token for the same intent', async () => {
    const body = order()
    const first = parts((await createRedirect(body)).data(redirectSchema).redirect_url)
    const replay = await createRedirect(body)
    const second = parts(replay.data(redirectSchema).redirect_url)
    expect(replay.headers.get('idempotent-replayed')).toBe('true')
    expect(second.path).toBe(first.path)
    expect(second.token).not.toBe(first.token)
    const visit = (token: string | null) =>
      fetch(`${service.baseUrl}${first.path}?redirect_token=${token}`, { redirect: 'manual' })
    expect((await visit(second.token)).status).toBe(303)
    expect((await visit(second.token)).status).toBe(401)
  })

  test('a replay whose token cannot be kept is not answered with one that opens nothing', async () => {
    const body = order()
    await createRedirect(body)
    await sql`
      create function refuse_tokens() returns trigger language plpgsql as $$ begin raise exception 'no tokens'; end $$;
      create trigger refuse_tokens before insert on redirect_tokens for each row execute function refuse_tokens()
    `.execute(service.deps.db)
    const { status } = await createRedirect(body)
    await sql`drop function refuse_tokens cascade`.execute(service.deps.db)
    expect(status).toBe(500)
  })

  test('a token opens the page for 30 seconds, and no longer', async () => {
    const urls = [await createRedirect(order()), await createRedirect(order())].map(
      (answer) => answer.data(redirectSchema).redirect_url,
    )
    const visits = async (url = '') => (await fetch(url, { redirect: 'manual' })).status
    service.clock.advance(LIMITS.redirectTokenSeconds * 1_000 - 1)
    expect(await visits(urls[0])).toBe(303)
    service.clock.advance(1)
    expect(await visits(urls[1])).toBe(401)
  })

  test.each([
    ['ERR01', order({ buyer: { email: 'banned@example.com' } })],
    ['ERR06', order({ buyer: { email: 'kyc@example.com' } })],
    ['ERR15', order({ buyer: { wallet: { address: '0xbad', blockchain: 'ethereum' } } })],
  ])('outcome %s is 201 with a URL as well', async (_code, body) => {
    expect((await createRedirect(body)).status).toBe(201)
  })
})

describe('POST /payments/v1/payments/statuses (service.md; decisions.md §3)', () => {
  test('answers 200 in the order asked, duplicates once, unknown ids left out', async () => {
    const [a, b] = [await idOf(), await idOf()]
    const unknown = '00000000-0000-4000-8000-000000000000'
    const answer = await statuses([b, unknown, a.toUpperCase(), b])
    expect(answer.status).toBe(200)
    expect(answer.data(statusesSchema)).toEqual([
      { payment_intent_id: b, status: 'Created' },
      { payment_intent_id: a, status: 'Created' },
    ])
  })

  test("another merchant's intents are unknown ids, and none at all is 404", async () => {
    const other = await service.createMerchant()
    const id = await idOf()
    const theirs = await statuses([id], { token: other.token })
    const unknown = await statuses(['00000000-0000-4000-8000-000000000000'])
    expect(theirs.status).toBe(404)
    expect(theirs.text).toBe(unknown.text)
  })

  test.runIf(testDatabase === 'postgres')(
    'an intent is not shown as expired while its approval is written down',
    async () => {
      const id = await idOf()
      const { db, clock } = service.deps
      const expires_at = new Date(clock.now().getTime() + 1_000)
      await db.updateTable('payment_intents').set({ expires_at }).where('id', '=', id).execute()
      let asked: ReturnType<typeof statuses> | undefined
      let isOver = false
      await db.transaction().execute(async (transaction) => {
        await moveIntent(transaction, await lockPayment(transaction, id), 0, 'approve', clock.now())
        service.clock.advance(1_000)
        asked = statuses([id]).finally(() => (isOver = true))
        await expect.poll(async () => isOver || (await someoneWaitsFor(transaction))).toBe(true)
      })
      expect((await asked)?.data(statusesSchema)).toEqual([{ payment_intent_id: id, status: 'Approved' }])
    },
  )

  test('what was refused is no intent, and unknown', async () => {
    const reference = randomUUID()
    await create(order({ reference, buyer: { email: 'banned@example.com' } }))
    const rows = service.deps.db.selectFrom('payment_intents').select('id').where('reference', '=', reference)
    const { id } = await rows.executeTakeFirstOrThrow()
    expect((await statuses([id])).status).toBe(404)
  })

  test('an intent past its 30 minutes is shown as expired', async () => {
    const id = await idOf()
    service.clock.advance(30 * 60_000)
    expect((await statuses([id])).data(statusesSchema)).toEqual([{ payment_intent_id: id, status: 'Expired' }])
  })
})
