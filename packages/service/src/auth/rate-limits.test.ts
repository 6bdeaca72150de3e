import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { createClient } from './create-client.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ config: { requestsPerMinute: 1_000 } })
})
// Limits are counted by the minute: no test counts what another has asked.
beforeEach(() => service.clock.advance(60_000))
afterAll(() => service.close())

const askForToken = (client_id: string, client_secret: string) =>
  service.post('/auth/v1/oauth2/token', { client_id, client_secret }, { token: null })
/** The statuses of so many wrong secrets in one moment: each refusal takes its time. */
const failAtOnce = async (count: number, clientOf: (attempt: number) => string): Promise<readonly number[]> => {
  const failures = Array.from({ length: count }, (_, attempt) => askForToken(clientOf(attempt), 'wrong'))
  return [...new Set((await Promise.all(failures)).map(({ status }) => status))]
}

describe.skipIf(isTwofold)('rate limits (decisions.md §2)', () => {
  test("a client's failures past 10 in a minute are 429, whether it exists or not, and do not lock it out", async () => {
    const { clientId, clientSecret } = await service.createMerchant()
    for (const id of [clientId, 'client_of_nobody']) {
      expect(await failAtOnce(10, () => id)).toEqual([401])
      expect(await failAtOnce(2, () => id)).toEqual([429])
    }
    const refused = await askForToken(clientId, 'wrong')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(refused.headers.get('ratelimit-remaining')).toBe('0')
    expect((await askForToken(clientId, clientSecret)).status).toBe(201)
  })

  test('a right secret, however often it is sent, leaves a client its failures', async () => {
    const { clientId, clientSecret } = await service.createMerchant()
    for (let time = 0; time < 12; time += 1) expect((await askForToken(clientId, clientSecret)).status).toBe(201)
    expect((await askForToken(clientId, 'wrong')).status).toBe(401)
  })

  test('requests that a client may not send count as those that it may', async () => {
    const limited = await startTestService({
      config: { requestsPerMinute: 2 },
      merchant: { permissions: ['payments'] },
    })
    const ask = async () => (await limited.request('/notifications/v1/subscriptions')).status
    expect([await ask(), await ask(), await ask()]).toEqual([403, 403, 429])
    await limited.close()
  })

  test('what one client asks for leaves the others of its merchant all that they may', async () => {
    const limited = await startTestService({ config: { requestsPerMinute: 2 } })
    const other = await limited.createMerchant({ merchant: limited.merchant.merchantId })
    const askAs = async (token: string) => (await limited.request('/notifications/v1/subscriptions', { token })).status
    for (const status of [200, 200, 429]) expect(await askAs(limited.merchant.token)).toBe(status)
    expect(await askAs(other.token)).toBe(200)
    await limited.close()
  })

  test("an address's failures past 100 in a minute are 429, and lock out nobody who has a right secret", async () => {
    expect(await failAtOnce(100, (attempt) => `client_${attempt}`)).toEqual([401])
    expect(await failAtOnce(2, (attempt) => `client_${100 + attempt}`)).toEqual([429])
    const { clientId, clientSecret } = service.merchant
    expect((await askForToken(clientId, clientSecret)).status).toBe(201)
    const unheardOf = await createClient(service.deps.db, service.clock, { merchant: 'Behind the same proxy' })
    expect((await askForToken(unheardOf.clientId, unheardOf.clientSecret)).status).toBe(201)
  })

  test('whoever is past both limits is told to wait for the one that ends last', async () => {
    await failAtOnce(100, (attempt) => `client_${attempt}`)
    service.clock.advance(40_000)
    await failAtOnce(10, () => 'client_of_nobody')
    const refused = await askForToken('client_of_nobody', 'wrong')
    expect(refused.headers.get('retry-after')).toBe('60')
    const onlyAddress = await askForToken('client_of_another', 'wrong')
    expect(onlyAddress.headers.get('retry-after')).toBe('20')
  })

  test('an IPv6 network of 2^64 addresses has the limit of one address', async () => {
    const proxied = await startTestService({ config: { trustedProxies: ['127.0.0.1'] } })
    const askFrom = (address: string, attempt: number) =>
      proxied.post(
        '/auth/v1/oauth2/token',
        { client_id: `client_${attempt}`, client_secret: 'wrong' },
        { token: null, headers: { 'x-forwarded-for': address } },
      )
    const failures = Array.from({ length: 100 }, (_, attempt) =>
      askFrom(`2001:db8:1:2::${attempt.toString(16)}`, attempt),
    )
    await Promise.all(failures)
    expect((await askFrom('2001:db8:1:2:3:4:5:6', 100)).status).toBe(429)
    expect((await askFrom('2001:db8:1:3::1', 101)).status).toBe(401)
    await proxied.close()
  })

  test('a proxy that is not trusted is named once in the log, with the mend', async () => {
    const ask = () => service.request('/healthz', { token: null, headers: { 'x-forwarded-for': '203.0.113.7' } })
    await ask()
    await ask()
    const told = service.logs.filter((line) => line.includes('COINSLOT_TRUSTED_PROXIES'))
    expect(told).toHaveLength(1)
    expect(JSON.parse(told[0] ?? '')).toMatchObject({ peer: '127.0.0.1' })
    expect(service.logs.join('')).not.toContain('203.0.113.7')
  })
})
