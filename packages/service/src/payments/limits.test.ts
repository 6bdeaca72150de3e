import { LIMITS } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../test/harness.ts'

let service: TestService
let keys = 0

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const item = { id: 'gold', title: 'Gold', amount: '9.99' }
const order = (changes: object = {}) => ({
  transaction_type: 'BUY_VDA',
  buyer: { email: 'ada@example.com' },
  currency: 'USD',
  idempotency_key: `limit-${(keys += 1)}`,
  items: [item],
  ...changes,
})
const wallet = { address: '0x1', blockchain: 'ethereum' }
const key = (length: number) => `${(keys += 1)}-`.padEnd(length, 'k')
const id = (last: string) => `00000000-0000-4000-8000-00000000000${last}`

describe('limits of an intent (service.md, "Limits", "Payment intent request"; decisions.md §1, §3)', () => {
  const refused: [rule: string, path: string, body: unknown][] = [
    ['transaction_type BUY_VDA', 'transaction_type', order({ transaction_type: 'SELL' })],
    ['a buyer', 'buyer', order({ buyer: undefined })],
    ['an e-mail or a wallet', 'buyer', order({ buyer: { id: 'player' } })],
    ['a valid e-mail', 'buyer.email', order({ buyer: { email: 'ada' } })],
    ['a whole wallet', 'buyer.wallet.blockchain', order({ buyer: { wallet: { address: '0x1' } } })],
    ['currency USD or EUR', 'currency', order({ currency: 'GBP' })],
    ['an idempotency_key', 'idempotency_key', order({ idempotency_key: undefined })],
    ['idempotency_key of at most 1000', 'idempotency_key', order({ idempotency_key: key(1001) })],
    ['no empty idempotency_key', 'idempotency_key', order({ idempotency_key: '' })],
    ['exactly 1 item, not 0', 'items', order({ items: [] })],
    ['exactly 1 item, not 2', 'items', order({ items: [item, item] })],
    ['reference of at most 100', 'reference', order({ reference: 'r'.repeat(101) })],
    ['an item id', 'items.0.id', order({ items: [{ ...item, id: undefined }] })],
    ['an item title', 'items.0.title', order({ items: [{ ...item, title: undefined }] })],
    ['an http image', 'items.0.image_url', order({ items: [{ ...item, image_url: 'javascript:alert(1)' }] })],
    ...['0.00', '9.9', '9.999', '1000000.00', '-1.00', '1e3', '01.00', 9.99, '٩.٩٩', ' 9.99'].map(
      (amount): [string, string, unknown] => [
        `amount ${JSON.stringify(amount)}`,
        'items.0.amount',
        order({ items: [{ ...item, amount }] }),
      ],
    ),
  ]

  test.each(refused)('%s: 400 names %s', async (_rule, path, body) => {
    for (const url of ['/payments/v2/intent', '/payments/v2/intent/redirect']) {
      const answer = await service.post(url, body)
      expect(answer.json?.error).toMatchObject({ status: 400, code: 2 })
      expect(answer.json?.error?.message.startsWith(`${path}: `)).toBe(true)
    }
  })

  const taken: [rule: string, body: () => unknown][] = [
    ['idempotency_key of 1000', () => order({ idempotency_key: key(1000) })],
    ['reference of 100', () => order({ reference: 'r'.repeat(100) })],
    ['the least amount', () => order({ items: [{ ...item, amount: LIMITS.amountMin }] })],
    ['the largest amount', () => order({ items: [{ ...item, amount: LIMITS.amountMax }] })],
    ['a wallet alone', () => order({ buyer: { wallet } })],
    ['an e-mail and a wallet', () => order({ buyer: { email: 'ada@example.com', wallet } })],
    ['unknown fields', () => order({ surprise: { nested: true } })],
    ['any text but NUL', () => order({ items: [{ ...item, title: '💰 "Gold" \u202e <b>\ud800' }] })],
  ]

  test.each(taken)('%s is taken', async (_rule, body) => {
    expect((await service.post('/payments/v2/intent', body())).status).toBe(201)
  })

  test('unknown fields are not echoed', async () => {
    const { text } = await service.post('/payments/v2/intent', order({ surprise: 'echo-me' }))
    expect(text).not.toContain('surprise')
    expect(text).not.toContain('echo-me')
  })
})

describe('limits of statuses (service.md, "POST /payments/v1/payments/statuses")', () => {
  const ask = (payment_intent_ids: unknown) => service.post('/payments/v1/payments/statuses', { payment_intent_ids })

  test.each([
    ['0 ids', []],
    ['101 ids', Array.from({ length: 101 }, () => id('0'))],
    ['an id of 35 characters', [id('0').slice(1)]],
    ['an id without hyphens', ['0'.repeat(36)]],
    ['no list', 'x'],
  ])('%s: 400', async (_rule, ids) => {
    expect((await ask(ids)).json?.error).toMatchObject({ status: 400, code: 2 })
  })

  test('1 and 100 ids are taken, in upper and lower case', async () => {
    expect((await ask([id('a')])).status).toBe(404)
    expect((await ask(Array.from({ length: 100 }, () => id('A').toUpperCase()))).status).toBe(404)
  })
})

describe("a merchant's own limits (decisions.md §3)", () => {
  test('an amount outside them is 400 with code 9; what was answered before stands', async () => {
    const { merchantId } = service.merchant
    const body = order()
    const first = await service.post('/payments/v2/intent', body)
    const limit = async (amount_min: string, amount_max: string) => {
      const limits = service.deps.db.updateTable('merchants').set({ amount_min, amount_max })
      await limits.where('id', '=', merchantId).execute()
      service.clock.advance(5_000)
    }
    const ofAmount = (amount: string) => service.post('/payments/v2/intent', order({ items: [{ ...item, amount }] }))
    await limit('1.00', '5.00')
    expect((await service.post('/payments/v2/intent', body)).text).toBe(first.text)
    for (const outside of ['0.99', '5.01']) {
      expect((await ofAmount(outside)).json?.error).toMatchObject({
        status: 400,
        code: 9,
        message: 'items.0.amount: must be from 1.00 to 5.00 for this merchant',
      })
    }
    for (const within of ['1.00', '5.00']) expect((await ofAmount(within)).status).toBe(201)
    await limit(LIMITS.amountMin, LIMITS.amountMax)
  })

  test('identity checks are asked for past the threshold of the merchant', async () => {
    const merchant = await service.createMerchant()
    const outcomeUnder = async (kyc_threshold: string) => {
      const limits = service.deps.db.updateTable('merchants').set({ kyc_threshold })
      await limits.where('id', '=', merchant.merchantId).execute()
      service.clock.advance(5_000)
      return (await service.post('/payments/v2/intent', order(), { token: merchant.token })).json?.data
    }
    expect(await outcomeUnder('9.98')).toMatchObject({ error_code: 'ERR06' })
    expect(await outcomeUnder('9.99')).toMatchObject({ error_code: null })
  })

  test('without the payments permission, or the product, every operation of it is 404', async () => {
    const lacking = await service.createMerchant({ permissions: ['notifications'] })
    const disabled = await service.createMerchant()
    await service.deps.db
      .updateTable('merchants')
      .set({ payments_enabled: false })
      .where('id', '=', disabled.merchantId)
      .execute()
    service.clock.advance(5_000)
    for (const { token } of [lacking, disabled]) {
      for (const url of ['/payments/v2/intent', '/payments/v2/intent/redirect', '/payments/v1/payments/statuses']) {
        expect((await service.post(url, order(), { token })).status).toBe(404)
      }
    }
  })

  test('without the compliance permission KYC is 403, without the product 404', async () => {
    const body = { action: { level: 1, type: 'OCC_RULES_ENGINE' }, customer: { wallet } }
    const lacking = await service.createMerchant({ permissions: ['payments'] })
    expect((await service.post('/compliance/v2/kyc', body, { token: lacking.token })).status).toBe(403)
    const disabled = await service.createMerchant()
    await service.deps.db
      .updateTable('merchants')
      .set({ compliance_enabled: false })
      .where('id', '=', disabled.merchantId)
      .execute()
    service.clock.advance(5_000)
    expect((await service.post('/compliance/v2/kyc', body, { token: disabled.token })).status).toBe(404)
  })
})
