import { LIMITS, tokenSchema } from '@coinslot/contract'
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet, jwtVerify, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { textOfRows } from '../../test/text-of-rows.ts'
import { AccessTokens } from './access-tokens.ts'
import { createClient } from './create-client.ts'
import { disableClient, findClient } from './client-store.ts'
import { rotateClient } from './rotate-client.ts'
import { SigningKeys } from './signing-keys.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ config: { requestsPerMinute: 1_000 } })
})
// So that the keys are read anew, which another test may have replaced.
beforeEach(() => service.clock.advance(5_000))
afterAll(() => service.close())

const useToken = (token: string) => service.request('/notifications/v1/subscriptions', { token })
const askForToken = (client_id: string, client_secret: string) =>
  service.post('/auth/v1/oauth2/token', { client_id, client_secret }, { token: null })

describe('access tokens (decisions.md §2)', () => {
  test('are JWTs that the public keys verify; they name merchant, client and permissions', async () => {
    const { token, merchantId, clientId } = await service.createMerchant()
    const jwks = (await service.request('/.well-known/jwks.json')).json as unknown as JSONWebKeySet
    const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), { currentDate: service.clock.now() })
    expect(payload).toMatchObject({
      sub: clientId,
      merchant_id: merchantId,
      permissions: ['payments', 'compliance', 'notifications'],
    })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(3_600)
  })

  test('are refused after an hour, tampered with, unsigned, or signed by another', async () => {
    const { token } = await service.createMerchant()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const claims = { ...decodeJwt(token), permissions: ['payments'] }
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const { kid = '' } = decodeProtectedHeader(token)
    const foreign = await new SignJWT(decodeJwt(token)).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.alloc(32))
    for (const forged of [`${header}.${changed}.${signature}`, `${none}.${payload}.`, foreign]) {
      expect((await useToken(forged)).status).toBe(401)
    }
    expect((await useToken(token)).status).toBe(200)
    // An hour, and the minute by which clocks may differ.
    service.clock.advance(3_600_000 + 59_000)
    expect((await useToken(token)).status).toBe(200)
    service.clock.advance(1_000)
    expect((await useToken(token)).status).toBe(401)
  })

  test('are refused where they were made for something else, though the same key has signed them', async () => {
    const { token } = await service.createMerchant()
    const { kid, privateKey } = await service.deps.keys.current()
    const sign = (claims: object) =>
      new SignJWT({ ...decodeJwt(token), ...claims }).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey)
    expect((await useToken(await sign({ jti: 'another' }))).status).toBe(200)
    const foreign = [
      { aud: 'another-api' },
      { aud: undefined },
      { merchant_id: service.merchant.merchantId },
      { generation: 1 },
      { sub: 'client_of_nobody' },
      { permissions: ['everything'] },
    ]
    for (const claims of foreign) expect((await useToken(await sign(claims))).status, JSON.stringify(claims)).toBe(401)
  })

  test('come in one header, whatever the case of its first word, and a refusal says how', async () => {
    const { token } = await service.createMerchant()
    const ask = (headers: Record<string, string>) =>
      service.request('/notifications/v1/subscriptions', { token: null, headers })
    for (const authorization of [`Bearer ${token}`, `bearer   ${token}`]) {
      expect((await ask({ authorization })).status, authorization.slice(0, 9)).toBe(200)
    }
    const unreadable = Buffer.from('no JSON').toString('base64url')
    for (const authorization of [
      `Basic ${token}`,
      `No Bearer ${token}`,
      `Bearer ${token} ${token}`,
      `Bearer${token}`,
      'Bearer ',
      `Bearer ${unreadable}.${unreadable}.${unreadable}`,
    ]) {
      expect((await ask({ authorization })).status, authorization.slice(0, 9)).toBe(401)
    }
    const { status, headers, json } = await ask({})
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect(json?.error?.message).toContain('get one from /auth/v1/oauth2/token')
  })

  test('lose within 5 seconds what their client may do no more', async () => {
    const { token, clientId } = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    const { db } = service.deps
    await db
      .updateTable('clients')
      .set({ permissions: ['payments'] })
      .where('id', '=', clientId)
      .execute()
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(403)
  })

  test('are taken from a client that was read longer ago than the keys', async () => {
    const [one, other] = [await service.createMerchant(), await service.createMerchant()]
    expect((await useToken(one.token)).status).toBe(200)
    service.clock.advance(5_000)
    expect((await useToken(other.token)).status).toBe(200)
    expect((await useToken(one.token)).status).toBe(200)
  })

  test('are taken in the one spelling in which they were issued', async () => {
    const { token } = await service.createMerchant()
    const status = async (spelling: string) => (await useToken(spelling)).status
    expect(await status(token)).toBe(200)
    // 64 bytes end in a character of which four bits count for nothing.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const unusedBit = alphabet[alphabet.indexOf(token.at(-1) ?? '') + 1] ?? ''
    const [header, claims, signature] = token.split('.')
    const spellings = [
      `${token}==`,
      `${token}=`,
      `${token.slice(0, -1)}${unusedBit}`,
      `${header}==.${claims}.${signature}`,
      `${token}.`,
      token.replace(/[-_]|$/, (character) => (character === '-' ? '+' : '/')),
    ]
    for (const spelling of spellings) expect(await status(spelling), spelling.slice(-4)).toBe(401)
  })

  test('of a disabled client stop within 5 seconds, and it gets no more', async () => {
    const { token, clientId, clientSecret } = await service.createMerchant()
    const other = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    await disableClient(service.deps.db, clientId, service.clock.now())
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(401)
    expect((await useToken(other.token)).status).toBe(200)
    expect((await askForToken(clientId, clientSecret)).status).toBe(401)
  })

  test('stop as soon where the clock has been set back since their client was read', async () => {
    const { token, clientId } = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    service.clock.advance(-3_600_000)
    await disableClient(service.deps.db, clientId, service.clock.now())
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(401)
    service.clock.advance(3_600_000)
  })

  test.skipIf(isTwofold)('outlive a rotation of the keys, and new ones are signed by the new key', async () => {
    const before = await service.createMerchant()
    const kid = await service.deps.keys.rotate()
    const after = await service.createMerchant()
    expect(decodeProtectedHeader(before.token).kid).not.toBe(kid)
    expect(decodeProtectedHeader(after.token).kid).toBe(kid)
    expect((await useToken(before.token)).status).toBe(200)
    expect((await useToken(after.token)).status).toBe(200)
    const jwks = (await service.request('/.well-known/jwks.json')).json as unknown as JSONWebKeySet
    expect(jwks.keys.map((key) => key.kid)).toEqual(expect.arrayContaining([kid]))
  })

  test.skipIf(isTwofold)(
    'are signed by the new key where the clock has been set back since the one before was made',
    async () => {
      await service.deps.keys.rotate()
      service.clock.advance(-60_000)
      const kid = await service.deps.keys.rotate()
      const { token } = await service.createMerchant()
      expect(decodeProtectedHeader(token).kid).toBe(kid)
      service.clock.advance(60_000)
    },
  )
})

describe('a token that was checked', () => {
  const remembering = async (most: number) => {
    const { keys, clock, clients } = service.deps
    const client = await clients.read(service.merchant.clientId)
    if (client === null) throw new Error('there is no client')
    const tokens = new AccessTokens(keys, clock, () => service.baseUrl, most)
    const check = async () => {
      // Each a second later than the one before, so that no two are the same.
      service.clock.advance(1_000)
      const token = (await tokens.issue(client)).access_token
      return { token, claims: await tokens.check(token) }
    }
    return { tokens, check, keys }
  }

  test('is remembered until it expires', async () => {
    const { tokens, check, keys } = await remembering(2)
    const { token, claims } = await check()
    expect(tokens.peek(`${token}x`)).toBeUndefined()
    expect(claims?.expiresAtMs).toBe(((decodeJwt(token).exp ?? 0) + 60) * 1_000)
    expect(tokens.peek(token)).toBe(claims)
    expect(await tokens.check(token)).toBe(claims)
    service.clock.advance((claims?.expiresAtMs ?? 0) - service.clock.now().getTime() - 1)
    await keys.all()
    expect(tokens.peek(token)).toBe(claims)
    service.clock.advance(1)
    expect(tokens.peek(token)).toBeUndefined()
  })

  test('is forgotten for a newer one where too many are remembered', async () => {
    const { tokens, check } = await remembering(2)
    const [first, second] = [await check(), await check()]
    expect(tokens.peek(first.token)).toBe(first.claims)
    const third = await check()
    expect(tokens.peek(first.token)).toBeUndefined()
    expect(tokens.peek(second.token)).toBe(second.claims)
    expect(tokens.peek(third.token)).toBe(third.claims)
  })

  test('takes no other one’s place where it is checked anew', async () => {
    const { tokens, check } = await remembering(2)
    const [first, second] = [await check(), await check()]
    service.clock.advance(5_000)
    expect(await tokens.check(second.token)).toEqual(second.claims)
    expect(tokens.peek(first.token)).toBe(first.claims)
  })
})

describe('client secrets (decisions.md §2)', () => {
  test('a rotated secret works at once, the old one stops within 5 seconds', async () => {
    const { clientId, clientSecret } = await createClient(service.deps.db, service.clock, { merchant: 'Rotating' })
    expect((await askForToken(clientId, clientSecret)).status).toBe(201)
    const { clientSecret: rotated, oldUntil } = await rotateClient(service.deps.db, service.clock, clientId)
    expect(oldUntil).toBeNull()
    expect((await askForToken(clientId, rotated)).status).toBe(201)
    service.clock.advance(5_000)
    expect((await askForToken(clientId, clientSecret)).status).toBe(401)
  })

  test('an old secret that is kept signs in beside the new one for 24 hours, and no longer', async () => {
    const { clientId, clientSecret } = await createClient(service.deps.db, service.clock, { merchant: 'Keeping' })
    const { db } = service.deps
    const rotated = await rotateClient(db, service.clock, clientId, { keepOld: true })
    expect(rotated.oldUntil).toEqual(new Date(service.clock.now().getTime() + LIMITS.rotatedKeyHours * 3_600_000))
    const statuses = async () =>
      Promise.all([clientSecret, rotated.clientSecret].map(async (own) => (await askForToken(clientId, own)).status))
    service.clock.advance(5_000)
    expect(await statuses()).toEqual([201, 201])
    service.clock.advance(LIMITS.rotatedKeyHours * 3_600_000 - 5_001)
    expect(await statuses()).toEqual([201, 201])
    service.clock.advance(1)
    expect(await statuses()).toEqual([401, 201])
  })

  test('an old secret that is kept stops with the next rotation, which keeps the one before it at most', async () => {
    const { clientId, clientSecret: first } = await createClient(service.deps.db, service.clock, { merchant: 'Twice' })
    const { db } = service.deps
    const { clientSecret: second } = await rotateClient(db, service.clock, clientId, { keepOld: true })
    const { clientSecret: third } = await rotateClient(db, service.clock, clientId, { keepOld: true })
    const statuses = async (...secrets: string[]) =>
      Promise.all(secrets.map(async (own) => (await askForToken(clientId, own)).status))
    service.clock.advance(5_000)
    expect(await statuses(first, second, third)).toEqual([401, 201, 201])
    const { clientSecret: fourth } = await rotateClient(db, service.clock, clientId)
    service.clock.advance(5_000)
    expect(await statuses(second, third, fourth)).toEqual([401, 401, 201])
  })

  test('are stored hashed: no row holds one', async () => {
    const rows = await service.deps.db.selectFrom('clients').selectAll().execute()
    expect(service.merchant.clientSecret).toMatch(/^secret_[\w-]{43}$/)
    expect(textOfRows(rows)).not.toContain(service.merchant.clientSecret)
  })
})

describe('revoked tokens', () => {
  test('of a client whose secret leaked stop within 5 seconds, and those of its new secret are taken', async () => {
    const { token, clientId } = await service.createMerchant()
    const other = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    const { db } = service.deps
    const { clientSecret: rotated } = await rotateClient(db, service.clock, clientId, { revokeTokens: true })
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(401)
    const renewed = (await askForToken(clientId, rotated)).data(tokenSchema).access_token
    expect((await useToken(renewed)).status).toBe(200)
    expect((await useToken(other.token)).status).toBe(200)
  })

  test('of a client make room for new ones at once, also in a process that has read it a moment before', async () => {
    const { token, clientId } = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    const { db, secrets } = service.deps
    await rotateClient(db, service.clock, clientId, { revokeTokens: true })
    const elsewhere = new AccessTokens(
      new SigningKeys(db, secrets, service.clock),
      service.clock,
      () => service.baseUrl,
    )
    const client = await findClient(db, clientId)
    if (client === null) throw new Error('no client')
    const renewed = await elsewhere.issue(client)
    expect((await useToken(renewed.access_token)).status).toBe(200)
  })

  test('of a signing key that leaked stop within 5 seconds, in other processes too', async () => {
    const { token, clientId, clientSecret } = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    const elsewhere = new SigningKeys(service.deps.db, service.deps.secrets, service.clock)
    await elsewhere.rotate({ revokeTokens: true })
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(401)
    expect((await useToken(token)).status).toBe(401)
    const renewed = (await askForToken(clientId, clientSecret)).data(tokenSchema).access_token
    expect((await useToken(renewed)).status).toBe(200)
  })

  test('of a signing key that leaked stop as soon where the clock has been set back since the keys were read', async () => {
    const { token } = await service.createMerchant()
    expect((await useToken(token)).status).toBe(200)
    service.clock.advance(-3_600_000)
    await new SigningKeys(service.deps.db, service.deps.secrets, service.clock).rotate({ revokeTokens: true })
    service.clock.advance(5_000)
    expect((await useToken(token)).status).toBe(401)
    service.clock.advance(3_600_000)
  })

  test('are made with no key that was retired: it counts as long as its last token, and no longer', async () => {
    const { keys, clock } = service.deps
    const { kid, privateKey } = await keys.current()
    const { token } = await service.createMerchant()
    const forge = () =>
      new SignJWT({ ...decodeJwt(token), exp: Math.floor(clock.now().getTime() / 1_000) + 600 })
        .setProtectedHeader({ alg: 'EdDSA', kid })
        .sign(privateKey)
    await keys.rotate()
    service.clock.advance(3_600_000 + 59_000)
    expect((await useToken(await forge())).status).toBe(200)
    service.clock.advance(5_000)
    expect((await useToken(await forge())).status).toBe(401)
    expect((await service.request('/.well-known/jwks.json')).text).not.toContain(kid)
  })
})

test('of processes that start at once one makes the first signing key', async () => {
  const { db, secrets } = service.deps
  await db.deleteFrom('signing_keys').execute()
  const processes = Array.from({ length: 4 }, () => new SigningKeys(db, secrets, service.clock))
  const kids = await Promise.all(processes.map(async (keys) => (await keys.current()).kid))
  expect(new Set(kids).size).toBe(1)
  expect(await db.selectFrom('signing_keys').select('kid').execute()).toHaveLength(1)
})

test('of processes that rotate at once one leaves the key that signs, and the others are retired', async () => {
  const { db, secrets } = service.deps
  const processes = Array.from({ length: 4 }, () => new SigningKeys(db, secrets, service.clock))
  await Promise.all(processes.map((keys) => keys.rotate()))
  const live = db.selectFrom('signing_keys').select('kid').where('retired_at', 'is', null)
  expect(await live.execute()).toHaveLength(1)
})

test.skipIf(isTwofold)(
  'a client is told how many requests are left, and refused those past its limit, which is its own',
  async () => {
    const limited = await startTestService({ config: { requestsPerMinute: 2 } })
    const ask = (token = limited.merchant.token) => limited.request('/notifications/v1/subscriptions', { token })
    const first = await ask()
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-limit')).toBe('2')
    expect(first.headers.get('ratelimit-remaining')).toBe('1')
    await ask()
    const third = await ask()
    expect(third.status).toBe(429)
    expect(third.json?.error?.message).toContain('This client has made too many requests')
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
    const colleague = await limited.createMerchant({ merchant: limited.merchant.merchantId })
    expect((await ask(colleague.token)).status).toBe(200)
    await limited.close()
  },
)
