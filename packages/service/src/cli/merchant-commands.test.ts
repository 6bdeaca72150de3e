import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { givePatience } from '../../test/patience.ts'
import { pngOf, webpOf } from '../../test/picture-files.ts'
import { printedBy } from '../../test/printed-by.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { watchResults } from '../../test/watch-results.ts'
import { Logos } from '../pictures/logos.ts'

const LOGO = pngOf(96, 96)

let service: TestService
let merchant: TestMerchant
let shop: Server
let shopUrl: string
let answerWith: (response: ServerResponse) => void

beforeAll(async () => {
  service = await startTestService()
  shop = createServer((_request, response) => answerWith(response))
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
})
beforeEach(async () => {
  answerWith = (response) => void response.end(LOGO)
  merchant = await service.createMerchant()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  shop.closeAllConnections()
  await Promise.all([service.close(), new Promise((resolve) => shop.close(resolve))])
})

const run = async (words: readonly string[], where?: { readonly signal: AbortSignal }) =>
  JSON.parse(await printedBy(service.deps, [...words, '--json'], where))
const update = (...words: string[]): Promise<Record<string, unknown>> =>
  run(['merchants', 'update', merchant.merchantId, ...words])
/** What the document of the merchant's client says of who charges. */
const profile = async (): Promise<{ name: string; logo: string | null }> => {
  // Clients are remembered for four seconds.
  service.clock.advance(5_000)
  const { text } = await service.request(`/checkout/frame/${merchant.clientId}`, { token: null })
  const written = /<meta name="merchant" content="([^"]*)"/.exec(text)?.[1] ?? ''
  return JSON.parse(written.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
}
const show = (path: string | null) => service.request(path ?? '/', { token: null })

describe('the merchant’s logo', () => {
  test('is fetched when it is given, and shown from the service’s own origin', async () => {
    expect((await profile()).logo).toBeNull()
    expect(await update('--logo', `${shopUrl}/logo.png`)).toMatchObject({ logo_url: `${shopUrl}/logo.png` })
    const { logo } = await profile()
    expect(logo).toMatch(/^\/checkout\/logos\/[\w-]{43}$/)
    answerWith = (response) => void response.writeHead(500).end()
    const answer = await show(logo)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  test('the attack of many who ask for it costs one look at the database, and they share its bytes', async () => {
    await update('--logo', `${shopUrl}/logo.png`)
    const digest = (await profile()).logo?.split('/').at(-1) ?? ''
    const logos = new Logos(service.deps)
    const [first, ...others] = await Promise.all([logos.get(digest), logos.get(digest)])
    others.push(await logos.get(digest))
    expect(others.map((other) => other !== null && other === first)).toEqual([true, true])
  })

  test('that is taken away is shown no longer, though the clock was set back as it was read', async () => {
    answerWith = (response) => void response.end(pngOf(48, 48))
    await update('--logo', `${shopUrl}/logo.png`)
    const digest = (await profile()).logo?.split('/').at(-1) ?? ''
    const clock = createTestClock()
    const logos = new Logos({ clock, db: watchResults(service.deps.db, () => clock.advance(-3_600_000)) })
    expect(await logos.get(digest)).not.toBeNull()
    await update('--logo', 'none')
    expect(await logos.get(digest)).toBeNull()
  })

  test('has another address when it is another, and the one before is gone', async () => {
    answerWith = (response) => void response.end(pngOf(32, 32))
    await update('--logo', `${shopUrl}/logo.png`)
    const { logo: before } = await profile()
    answerWith = (response) => void response.end(webpOf(64, 64))
    await update('--logo', `${shopUrl}/logo.png`, '--display-name', 'Embers')
    const { logo, name } = await profile()
    expect([name, logo === before]).toEqual(['Embers', false])
    expect((await show(logo)).headers.get('content-type')).toBe('image/webp')
    expect((await show(before)).status).toBe(404)
    expect(await update('--logo', 'none')).toMatchObject({ logo_url: null })
    expect((await profile()).logo).toBeNull()
    expect((await show(logo)).status).toBe(404)
  })

  test('stays, and so does the rest, when another merchant has other words and takes its own logo away', async () => {
    const other = merchant
    await update('--logo', `${shopUrl}/logo.png`, '--display-name', 'Embers')
    merchant = await service.createMerchant()
    await update('--logo', `${shopUrl}/logo.png`)
    expect(await update('--logo', 'none', '--display-name', 'Ashes')).toMatchObject({ logo_url: null })
    merchant = other
    const words = ['--terms', 'https://embers.example/terms']
    expect(await update(...words)).toMatchObject({ logo_url: `${shopUrl}/logo.png`, display_name: 'Embers' })
  })

  const attacks: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'what is missing': (response) => response.writeHead(404).end(),
    'an SVG with a script': (response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'a document': (response) => response.end('<!doctype html><script>alert(1)</script>'),
    'a redirect to another logo': (response) => response.writeHead(302, { location: `${shopUrl}/logo.png` }).end(),
    'one of 60,000 pixels a side': (response) => response.end(pngOf(60_000, 60_000)),
    'one of more than 1 MB': (response) => response.end(Buffer.concat([LOGO, Buffer.alloc(1_048_576)])),
  }
  test.each(Object.entries(attacks))('the attack of %s changes nothing, and is told', async (_name, answer) => {
    await update('--logo', `${shopUrl}/logo.png`, '--display-name', 'Before')
    const before = await profile()
    answerWith = answer
    await expect(update('--logo', `${shopUrl}/bad`, '--display-name', 'After')).rejects.toThrow('There is no logo')
    expect(await profile()).toEqual(before)
    expect((await show(before.logo)).status).toBe(200)
  })

  test('is waited for no longer where the command is interrupted', async () => {
    givePatience()
    const interrupting = new AbortController()
    answerWith = () => interrupting.abort()
    const words = ['merchants', 'update', merchant.merchantId, '--logo', `${shopUrl}/logo.png`]
    await expect(run(words, interrupting)).rejects.toThrow('There is no logo')
  })

  test('the attack of a private address is refused where those are not allowed', async () => {
    const deps = { ...service.deps, config: { ...service.deps.config, allowPrivateWebhooks: false } }
    const words = ['merchants', 'update', merchant.merchantId, '--logo', `${shopUrl}/logo.png`]
    await expect(printedBy(deps, words)).rejects.toThrow('There is no logo')
  })
})

test('limits and products of a merchant become what is said, and what is not said stays', async () => {
  const limits = ['--amount-min', '2.00', '--amount-max', '70.00', '--kyc-threshold', '50.00']
  const changed = { amount_min: '2.00', amount_max: '70.00', kyc_threshold: '50.00', compliance: true }
  expect(await update(...limits, '--no-payments')).toMatchObject({ ...changed, payments: false })
  expect(await update('--payments')).toMatchObject({ ...changed, payments: true })
  await expect(update('--amount-min', '70.01', '--no-payments')).rejects.toThrow(
    'amount_min: must not be above the largest amount',
  )
  expect(await update('--payments')).toMatchObject({ ...changed, payments: true })
  expect(await update('--amount-min', '80.00', '--amount-max', '90.00')).toMatchObject({ amount_max: '90.00' })
})

test('what buyers are told of a merchant is what was said of each, and another word of it changes no other', async () => {
  const said = { terms_url: 'https://embers.example/terms', privacy_url: 'https://embers.example/privacy' }
  expect(await update('--terms', said.terms_url, '--privacy', said.privacy_url)).toMatchObject(said)
  expect(await update('--terms', 'https://embers.example/new')).toMatchObject({
    ...said,
    terms_url: 'https://embers.example/new',
  })
})

test('a page that buyers are led to holds no password, which they would read', async () => {
  for (const page of ['--terms', '--privacy']) {
    await expect(update(page, 'https://ada:secret@embers.example/')).rejects.toThrow(`${page} must be an address`)
  }
})

test('a page that buyers are led to by mistake can be taken away, and another stays', async () => {
  await update('--terms', 'https://embers.example/terms', '--privacy', 'https://embers.example/privacy')
  const without = { terms_url: null, privacy_url: 'https://embers.example/privacy' }
  expect(await update('--terms', 'none')).toMatchObject(without)
  expect(await update('--payments')).toMatchObject(without)
  expect(await update('--privacy', 'none')).toMatchObject({ terms_url: null, privacy_url: null })
  const words = ['clients', 'update', merchant.clientId]
  await run([...words, '--return-url', 'https://embers.example/back'])
  expect(await run([...words, '--return-url', 'none'])).toMatchObject({ return_url: null })
})

describe('a client', () => {
  const create = (...words: string[]) => run(['clients', 'create', '--merchant', merchant.merchantId, ...words])

  test('may do what is left to it', async () => {
    const { client_id: id } = await create('--no-payments', '--no-notifications')
    const clients: { client_id: string; permissions: string[] }[] = await run(['clients', 'list'])
    expect(clients.find(({ client_id }) => client_id === id)?.permissions).toEqual(['compliance'])
  })

  test.each([
    'https://shop.example/checkout',
    'https://*.shop.example',
    'https://*',
    'https://shop.example;script-src-elem',
    'https://shop.example,x.example',
  ])('is framed by one origin, without a path and without words of a policy: not %s', async (origin) => {
    await expect(create('--origin', origin)).rejects.toThrow('--origin must be an origin')
  })

  test.each([
    ['https://bücher.example/kasse', 'an origin such as https://xn--bcher-kva.example;'],
    ['http://[::1]:3000', 'by a name: a policy has no form for an address of IPv6'],
  ])('is told how to write %s', async (origin, told) => {
    await expect(create('--origin', origin)).rejects.toThrow(told)
  })

  test('is not framed by an app that shows pages of its own, and how that can sell is said', async () => {
    await expect(create('--origin', 'capacitor://localhost')).rejects.toThrow(
      'an app whose pages have none (capacitor://, app://, file://) can sell by redirect',
    )
  })

  test('is framed by no page of the service’s own origin, which could read the card in the frame', async () => {
    const config = { ...service.deps.config, baseUrl: 'https://shop.example/pay' }
    const beside = (...words: string[]) => printedBy({ ...service.deps, config }, [...words, '--json'])
    const refusal = "--origin must not name https://shop.example, the service's own"
    const own = ['--origin', 'https://tower.example', '--origin', 'https://shop.example']
    await expect(beside('clients', 'create', '--merchant', 'Beside', ...own)).rejects.toThrow(refusal)
    await expect(beside('clients', 'update', merchant.clientId, ...own)).rejects.toThrow(refusal)
    const clients: { merchant: string; client_id: string; origins: string[] }[] = await run(['clients', 'list'])
    expect(clients.some(({ merchant: name }) => name === 'Beside')).toBe(false)
    expect(clients.find(({ client_id }) => client_id === merchant.clientId)?.origins).toEqual([])
  })

  test.each([
    'https://shop.example',
    'http://localhost:3000',
    'http://127.0.0.1:3000',
    'https://xn--bcher-kva.example',
  ])('is framed by %s', async (origin) => {
    const { client_id: id } = await create('--origin', `${origin}/`)
    const frame = await service.request(`/checkout/frame/${id}`, { token: null })
    expect(frame.headers.get('content-security-policy')?.split('; ').at(-1)).toBe(`frame-ancestors ${origin}`)
  })

  test('is given the key of an endpoint that something is delivered to', async () => {
    const words = ['--webhook', 'https://shop.example/hook']
    const { signing_key: first } = await create(...words)
    expect(await create(...words)).toMatchObject({ signing_key: first })
    const disabled = { status: 'disabled', disabled_at: service.clock.now() } as const
    await service.deps.db.updateTable('webhook_subscriptions').set(disabled).execute()
    expect((await create(...words)).signing_key).not.toBe(first)
  })

  test.each([
    'https://ada:secret@shop.example/back',
    'https://:secret@shop.example/back',
    'https://shop.example/'.padEnd(2_049, 'a'),
    'javascript:alert(1)',
  ])('leads back to no %.40s', async (url) => {
    const refusal = '--return-url must be an http or https URL'
    await expect(create('--return-url', url)).rejects.toThrow(refusal)
    await expect(run(['clients', 'update', merchant.clientId, '--return-url', url])).rejects.toThrow(refusal)
  })

  test('is changed no more once it is disabled: whoever does mistakes it for another', async () => {
    const { client_id: id } = await create('--origin', 'https://shop.example')
    await run(['clients', 'disable', id])
    const update = run(['clients', 'update', id, '--origin', 'https://other.example'])
    await expect(update).rejects.toThrow(`${id} is disabled for good`)
    const clients: { client_id: string; origins: string[] }[] = await run(['clients', 'list'])
    expect(clients.find(({ client_id }) => client_id === id)?.origins).toEqual(['https://shop.example'])
  })

  test.each([
    ['http://shop.example/hook', 'must be an https URL'],
    ['https://ada:secret@shop.example/hook', 'must not hold a user name or password'],
  ])('is not made for an endpoint to which nothing would be delivered: %s', async (endpoint, refusal) => {
    const { deps } = service
    const production = { ...deps, config: { ...deps.config, mode: 'production' as const } }
    const words = ['clients', 'create', '--merchant', 'Shop without a webhook', '--webhook', endpoint]
    await expect(printedBy(production, words)).rejects.toThrow(`--webhook ${refusal}`)
    expect(JSON.stringify(await run(['clients', 'list']))).not.toContain('Shop without a webhook')
  })

  test('is not made where its merchant has no place for the webhook: its secret would be lost', async () => {
    const words = ['clients', 'create', '--merchant', merchant.merchantId, '--webhook']
    for (const place of ['one', 'two', 'three']) await run([...words, `https://shop.example/${place}`])
    const before = await run(['clients', 'list'])
    await expect(run([...words, 'https://shop.example/four'])).rejects.toThrow('at most 3 enabled subscriptions')
    expect(await run(['clients', 'list'])).toEqual(before)
  })

  const ask = async () => {
    // What a token may is remembered for four seconds.
    service.clock.advance(5_000)
    return (await service.request('/notifications/v1/subscriptions', { token: merchant.token })).status
  }

  test('keeps its tokens when its secret is another, unless they are revoked with it', async () => {
    await run(['clients', 'rotate', merchant.clientId])
    expect(await ask()).toBe(200)
    await run(['clients', 'rotate', merchant.clientId, '--revoke-tokens'])
    expect(await ask()).toBe(401)
  })

  test('gets no new secret once it is disabled: nothing would sign in with it', async () => {
    await run(['clients', 'disable', merchant.clientId])
    const rotate = run(['clients', 'rotate', merchant.clientId])
    await expect(rotate).rejects.toThrow(`${merchant.clientId} is disabled for good: create another client`)
  })

  test('keeps its tokens when they are signed with another key, unless they are revoked with it', async () => {
    await run(['keys', 'rotate'])
    expect(await ask()).toBe(200)
    await run(['keys', 'rotate', '--revoke-tokens'])
    expect(await ask()).toBe(401)
  })
})

test('nobody is told to take an old secret key out while something is under it that cannot be read', async () => {
  const words = ['secrets', 'reencrypt']
  await expect(run(words, { signal: AbortSignal.abort() })).rejects.toThrow('run it again for the others')
  await run(['bans', 'add', 'eve@example.com'])
  await service.deps.db
    .updateTable('bans')
    .set({ value_encrypted: Buffer.alloc(40, 1) })
    .execute()
  await expect(run(words)).rejects.toThrow('1 cannot be read')
  await service.deps.db.deleteFrom('bans').execute()
})

test('one value of a list that cannot be read hides none of the others', async () => {
  await run(['bans', 'add', 'eve@example.com'])
  await service.deps.db
    .updateTable('bans')
    .set({ value_encrypted: Buffer.alloc(40, 1) })
    .execute()
  service.clock.advance(1_000)
  await run(['bans', 'add', 'mallory@example.com'])
  expect(await run(['bans', 'list'])).toEqual([null, 'mallory@example.com'])
  expect(await printedBy(service.deps, ['bans', 'list'])).toMatch(/\(cannot be read: .*COINSLOT_SECRET_KEY/)
  await service.deps.db.deleteFrom('bans').execute()
})
