import { randomUUID } from 'node:crypto'
import { paymentIntentSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestRequest, type TestService } from '../../test/harness.ts'
import { storeIntent } from '../../test/stored-intent.ts'
import { textOfRows } from '../../test/text-of-rows.ts'
import { watchResults } from '../../test/watch-results.ts'
import { countryOfAddress } from './country.ts'
import { ban as banValue, liftBan } from './bans.ts'
import { sealWallet } from './screen.ts'
import {
  banPlace,
  deleteFlaggedWallet,
  insertBan,
  insertFlaggedWallet,
  listBans,
  type ListedPage,
  readListed,
} from './list-store.ts'

let service: TestService
let keys = 0

beforeAll(async () => {
  service = await startTestService({ config: { trustedProxies: ['127.0.0.1'] } })
})
afterAll(() => service.close())

const outcome = async (buyer: object, request: TestRequest = {}) => {
  const answer = await service.post(
    '/payments/v2/intent',
    {
      transaction_type: 'BUY_VDA',
      buyer: { email: 'ada@example.com', ...buyer },
      currency: 'USD',
      idempotency_key: `screening-${(keys += 1)}`,
      items: [{ id: 'gold', title: 'Gold', amount: '9.99' }],
    },
    request,
  )
  return answer.data(paymentIntentSchema).error_code
}
const ban = (value: string) => banValue(service.deps, value)

describe('bans (decisions.md §8)', () => {
  test.each([
    ['an e-mail in any case', 'Mallory@Example.COM', { email: 'mallory@example.com' }],
    ['an e-mail in compatibility characters', 'ｅｖｅ@example.com', { email: 'eve@example.com' }],
    ['an external id', 'Player-666', { id: 'player-666' }],
    ['an external id in capitals of two characters', 'ΛΑ\u03AA\u0301Σ', { id: 'λα\u0390ς' }],
    ['a wallet address', '0xAbCd', { wallet: { address: '0xabcd', blockchain: 'ethereum' } }],
  ])('by %s are ERR01, and lifted when removed', async (_by, value, buyer) => {
    expect(await outcome(buyer)).toBeNull()
    await ban(value)
    await ban(value)
    await ban('somebody-else')
    expect(await outcome(buyer)).toBe('ERR01')
    expect(await liftBan(service.deps, value.toUpperCase())).toBe(true)
    expect(await outcome(buyer)).toBeNull()
    expect(await outcome({ id: 'somebody-else' })).toBe('ERR01')
  })

  test.each([
    ['trudy@example.com', ['trudy+1@example.com', 'TRUDY+a+b@Example.com'], 'trudy.2@example.com'],
    [
      'v.ictor+2@gmail.com',
      ['victor@gmail.com', 'vic.tor@googlemail.com', 'v.ictor+2@gmail.com'],
      'victor@example.com',
    ],
    ['walter@bücher.example', ['walter@xn--bcher-kva.example'], 'walter@bucher.example'],
    ['sybil+shop@example.com.', ['sybil@example.com', 'sybil+shop@example.com'], 'sybil@example.org'],
  ])('by the address %s are of its mailbox, however a buyer spells it', async (value, spellings, other) => {
    await ban(value)
    for (const email of spellings) expect(await outcome({ email })).toBe('ERR01')
    expect(await outcome({ email: other })).toBeNull()
    expect(await liftBan(service.deps, value)).toBe(true)
    for (const email of spellings) expect(await outcome({ email })).toBeNull()
    expect(await liftBan(service.deps, value)).toBe(false)
  })

  test('are listed and lifted with their mailbox, or not at all where the process dies meanwhile', async () => {
    const value = 'peggy+1@example.com'
    const outcomes = () => Promise.all([outcome({ email: value }), outcome({ email: 'peggy+2@example.com' })])
    const dying = {
      ...service.deps,
      db: watchResults(service.deps.db, () => Promise.reject(new Error('killed'))),
    }
    await expect(banValue(dying, value)).rejects.toThrow('killed')
    expect(await outcomes()).toEqual([null, null])
    await ban(value)
    await expect(liftBan(dying, value)).rejects.toThrow('killed')
    expect(await outcomes()).toEqual(['ERR01', 'ERR01'])
    await liftBan(service.deps, value)
  })

  test('what nobody sees within a value makes no other value of it', async () => {
    await ban('player-\u200b13')
    for (const id of ['player-13', 'player\u00ad-13', '\u2060player-13\u200d'])
      expect(await outcome({ id })).toBe('ERR01')
    const address = '0x00c0ffee'
    await insertFlaggedWallet(service.deps.db, sealWallet(service.deps.secrets, address), service.clock.now())
    for (const spelled of [`${address}\u200b`, '0x00\u00adc0ffee', `${address}\u3164`, `${address}\u0001`]) {
      expect(await outcome({ wallet: { address: spelled, blockchain: 'ethereum' } })).toBe('ERR15')
    }
    expect(await liftBan(service.deps, 'player-\u200b13')).toBe(true)
    expect(await outcome({ id: 'player-13' })).toBeNull()
  })

  test('a value that an earlier version listed with what nobody sees in it is banned, and lifted, as before', async () => {
    const value = 'پله\u200cای'
    const { db, secrets } = service.deps
    const hash = secrets.hash(`ban:${value}`)
    await insertBan(db, { hash, encrypted: secrets.encrypt(value, banPlace(hash)) }, service.clock.now())
    expect(await outcome({ id: value })).toBe('ERR01')
    expect(await liftBan(service.deps, value)).toBe(true)
    expect(await outcome({ id: value })).toBeNull()
  })

  test('a flagged wallet is ERR15, and no other', async () => {
    const { db, secrets } = service.deps
    const address = '0xF1A6'
    const listed = sealWallet(secrets, address)
    for (let times = 0; times < 2; times += 1) await insertFlaggedWallet(db, listed, service.clock.now())
    expect(await outcome({ wallet: { address: '0xf1a6', blockchain: 'ethereum' } })).toBe('ERR15')
    const other = { wallet: { address: '0xf1a7', blockchain: 'ethereum' } }
    expect(await outcome(other)).toBeNull()
    await insertFlaggedWallet(db, sealWallet(secrets, '0xF1A7'), service.clock.now())
    expect(await deleteFlaggedWallet(db, listed.hash)).toBe(true)
    expect(await outcome(other)).toBe('ERR15')
  })

  test('that were made at one moment are each on one page of the list', async () => {
    const { db } = service.deps
    for (let count = 0; count < 6; count += 1) await ban(`listed-${count}`)
    const total = (await listBans(db)).length
    const ids: string[] = []
    for (let before: ListedPage['before'] = null; ids.length <= total;) {
      const page = await readListed(db, 'bans', { before, limit: 2 })
      ids.push(...page.rows.map(({ id }) => id))
      if (page.next === null) break
      before = page.next
    }
    expect([ids.length, new Set(ids).size]).toEqual([total, total])
  })

  test('nothing of a buyer is stored in clear', async () => {
    await outcome({ email: 'very.secret@example.com' })
    const { db } = service.deps
    const rows = [
      ...(await db.selectFrom('payment_intents').selectAll().execute()),
      ...(await db.selectFrom('bans').selectAll().execute()),
    ]
    expect(textOfRows(rows)).not.toMatch(/secret@|mallory|example\.com/)
  })
})

describe('sanctioned countries (decisions.md §3, §8)', () => {
  // An address that the country data registers in North Korea, and one of the United States.
  const [kp, us] = ['175.45.176.1', '8.8.8.8']

  test('come from the address that a trusted proxy tells', async () => {
    expect(countryOfAddress(kp)).toBe('KP')
    expect(countryOfAddress(us)).toBe('US')
    expect(await outcome({}, { headers: { 'x-forwarded-for': kp } })).toBe('ERR03')
    expect(await outcome({}, { headers: { 'x-forwarded-for': us } })).toBeNull()
  })

  test.each(['127.0.0.1', '127.0.0.1:4711', '::ffff:127.0.0.1', '[::ffff:127.0.0.1]:4711'])(
    'come from the address before that of another trusted proxy, forwarded as %s',
    async (proxy) => {
      expect(await outcome({}, { headers: { 'x-forwarded-for': `${us}, ${kp}, ${proxy}` } })).toBe('ERR03')
      expect(await outcome({}, { headers: { 'x-forwarded-for': `${kp}, ${us}, ${proxy}` } })).toBeNull()
    },
  )

  test('are not believed from anybody else', async () => {
    const direct = await startTestService()
    const { status } = await direct.post(
      '/payments/v2/intent',
      {
        transaction_type: 'BUY_VDA',
        buyer: { email: 'ada@example.com' },
        currency: 'USD',
        idempotency_key: 'direct',
        items: [{ id: 'gold', title: 'Gold', amount: '9.99' }],
      },
      { headers: { 'x-forwarded-for': kp } },
    )
    await direct.close()
    expect(status).toBe(201)
  })

  test('the sandbox header counts in sandbox mode only', async () => {
    expect(await outcome({}, { headers: { 'x-sandbox-country': 'kp' } })).toBe('ERR03')
    const production = await startTestService({ config: { mode: 'production', allowPrivateWebhooks: false } })
    const { status } = await production.post(
      '/payments/v2/intent',
      {
        transaction_type: 'BUY_VDA',
        buyer: { email: 'banned@example.com', wallet: { address: '0xbad', blockchain: 'ethereum' } },
        currency: 'USD',
        idempotency_key: 'production',
        items: [{ id: 'gold', title: 'Gold', amount: '9.99' }],
      },
      { headers: { 'x-sandbox-country': 'KP' } },
    )
    await production.close()
    expect(status).toBe(201)
  })

  test.each(['::1', '10.0.0.1', 'fe80::1%eth0', 'not an address'])('%s has no country', (address) => {
    expect(countryOfAddress(address)).toBeNull()
  })
})

describe('the rolling amount (decisions.md §3; by default 500.00 in 24 hours)', () => {
  test('counts and forgives nothing that has happened at another merchant', async () => {
    const buyer = { id: 'stranger' }
    expect(await outcome(buyer)).toBeNull()
    const { db, clock } = service.deps
    const known = db.selectFrom('payment_intents').select('buyer_hash').where('buyer_id', '=', 'stranger')
    const { buyer_hash: buyerHash } = await known.executeTakeFirstOrThrow()
    const other = await service.createMerchant()
    await storeIntent(service, { merchant: other, buyerHash })
    const spend = (merchantId: string) =>
      db
        .updateTable('payment_intents')
        .set({ status: 'Approved', amount: '495.00', finalised_at: clock.now() })
        .where('merchant_id', '=', merchantId)
        .where('buyer_hash', '=', buyerHash)
        .execute()
    await spend(other.merchantId)
    expect(await outcome(buyer)).toBeNull()
    await spend(service.merchant.merchantId)
    const customer = { id: randomUUID(), merchant_id: other.merchantId, customer_hash: buyerHash, level: 3 }
    await db
      .insertInto('kyc_customers')
      .values({ ...customer, created_at: clock.now() })
      .execute()
    expect(await outcome(buyer)).toBe('ERR06')
    const own = db.updateTable('kyc_customers').where('id', '=', customer.id)
    await own.set({ merchant_id: service.merchant.merchantId, level: 1 }).execute()
    expect(await outcome(buyer)).toBe('ERR06')
    await own.set({ level: 2 }).execute()
    expect(await outcome(buyer)).toBeNull()
  })

  test('counts approved amounts of the same buyer in the last 24 hours', async () => {
    const buyer = { id: 'whale' }
    expect(await outcome(buyer)).toBeNull()
    const { db, clock } = service.deps
    const endAs = (status: 'Approved' | 'Declined') =>
      db
        .updateTable('payment_intents')
        .set({ status, amount: '495.00', finalised_at: clock.now() })
        .where('buyer_id', '=', 'whale')
        .execute()
    await endAs('Declined')
    expect(await outcome(buyer)).toBeNull()
    await endAs('Approved')
    expect(await outcome(buyer)).toBe('ERR06')
    expect(await outcome({ id: 'another' })).toBeNull()
    service.clock.advance(24 * 3_600_000)
    expect(await outcome(buyer, { token: (await service.withFreshToken()).token })).toBeNull()
    service.clock.advance(-24 * 3_600_000)
  })
})
