import { mkdtemp, rm } from 'node:fs/promises'
import { type Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentStatus } from '@coinslot/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isFileName } from './files.ts'
import { Ledger } from './ledger.ts'
import { LivePages } from './live.ts'
import { createShop, type ShopParts } from './shop.ts'

const ID = '6f1c9a52-5b0e-4c1e-9d2f-0a1b2c3d4e5f'
const HOSTED = `http://127.0.0.1:4000/pay/${ID}?redirect_token=secret`

const live = new LivePages()
const coinslot = vi.fn<ShopParts['coinslot']>()
const headTags = vi.fn<ShopParts['headTags']>(async () => '')
const payOnHostedPage = vi.fn<ShopParts['payOnHostedPage']>(async (itemId) => (itemId === 'moon' ? null : HOSTED))
const statusOf = vi.fn<ShopParts['statusOf']>(async () => 'Created')
let folder: string
let ledger: Ledger
let server: Server

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coinslot-shop-'))
  ledger = await Ledger.open(join(folder, 'ledger.jsonl'))
  server = createShop({
    serviceUrl: 'http://127.0.0.1:4000/base',
    ledger,
    live,
    coinslot,
    headTags,
    payOnHostedPage,
    statusOf,
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => vi.clearAllMocks())
afterAll(async () => {
  live.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await ledger.close()
  await rm(folder, { recursive: true })
})

const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { redirect: 'manual', ...init })

const textOf = async (path: string, init?: RequestInit): Promise<string> => (await ask(path, init)).text()

test.each(['//', '//[', '///coinslot/intent'])(
  'a path of no page is told as such, however it is written: %s',
  async (path) => {
    expect((await ask(path)).status).toBe(404)
  },
)

test('paying on the hosted page leads there, and leaves its payment with the return page alone', async () => {
  const answer = await ask('/pay/chest', { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(HOSTED)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('set-cookie')).toBe(
    `last_payment=${ID}; Path=/return; Max-Age=3600; HttpOnly; SameSite=Lax`,
  )
})

test.each(['cross-site', 'same-site', 'none'])('a form of another page (%s) begins no payment', async (site) => {
  expect(await ask('/pay/chest', { method: 'POST', headers: { 'sec-fetch-site': site } })).toHaveProperty('status', 403)
  expect(payOnHostedPage).not.toHaveBeenCalled()
})

test('only a form begins a payment, and only for what is sold', async () => {
  expect(await ask('/pay/chest')).toHaveProperty('status', 404)
  expect(payOnHostedPage).not.toHaveBeenCalled()
  const unsold = await ask('/pay/moon', { method: 'POST' })
  expect([unsold.status, unsold.headers.get('set-cookie')]).toEqual([404, null])
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const refused = await ask('/', { method })
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET'])
  }
})

test.each<[PaymentStatus, string]>([
  ['Approved', 'Your payment was approved.'],
  ['Declined', 'Your payment was declined. You have not been charged'],
  ['Expired', 'The time to pay has run out. You have not been charged'],
  ['Created', 'You have not paid, and nothing was charged.'],
])('whoever comes back from a payment that is %s is told so', async (status, news) => {
  statusOf.mockResolvedValueOnce(status)
  expect(await textOf('/return', { headers: { cookie: `last_payment=${ID}` } })).toContain(news)
  expect(statusOf).toHaveBeenCalledExactlyOnceWith(ID)
})

test('the shop tells of no outcome that it does not know', async () => {
  const unknown = 'Coins that you have paid for arrive by themselves'
  expect(await textOf('/return')).toContain(unknown)
  expect(statusOf).not.toHaveBeenCalled()
  statusOf.mockRejectedValueOnce(new Error('The service does not answer'))
  expect(await textOf('/return', { headers: { cookie: `last_payment=${ID}` } })).toContain(unknown)
})

test('every answer is taken for what it says it is, and a page is never kept', async () => {
  for (const path of ['/', '/nowhere', '/public/coin.svg', '/pay/chest']) {
    const { headers } = await ask(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
  }
  expect((await ask('/')).headers.get('cache-control')).toBe('no-store')
})

test('each answer brings a nonce of its own, to the page’s scripts and to the tags of the service', async () => {
  const nonces: string[] = []
  for (const path of ['/', '/']) {
    const answer = await ask(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(policy) ?? []
    expect(policy).toContain('frame-src http://127.0.0.1:4000;')
    expect(await answer.text()).toContain(`nonce="${nonce}" src="/assets/slot.js"`)
    expect(headTags).toHaveBeenLastCalledWith(nonce)
    nonces.push(nonce)
  }
  expect(new Set(nonces).size).toBe(2)
})

test('the shop is open while the service is not, and says what is not possible', async () => {
  headTags.mockRejectedValueOnce(new Error('The service does not answer'))
  expect(await ask('/')).toHaveProperty('status', 200)
  const said = vi.spyOn(console, 'error').mockReturnValue()
  payOnHostedPage.mockRejectedValueOnce(new Error('The service does not answer'))
  const answer = await ask('/pay/chest', { method: 'POST' })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null])
  expect(await answer.text()).toContain('Nothing was charged')
  expect(said).toHaveBeenCalledExactlyOnceWith('The service does not answer')
  said.mockRestore()
})

test('an answer that fails half way is broken off, and the shop goes on', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue()
  coinslot.mockImplementationOnce(async (_request, response) => {
    response.writeHead(200).write('half')
    throw new Error('The other half is gone')
  })
  const signal = AbortSignal.timeout(5_000)
  await expect(textOf('/coinslot/manifest', { signal })).rejects.toThrow('terminated')
  expect(await ask('/')).toHaveProperty('status', 200)
  said.mockRestore()
})

test('files are served by their plain names, of the kinds that a page needs', async () => {
  expect((await ask('/public/coin.svg')).headers.get('content-type')).toBe('image/svg+xml')
  expect((await ask('/public/chest.webp')).headers.get('content-type')).toBe('image/webp')
  for (const path of ['/public/..%2fpackage.json', '/public/.hidden.css', '/server/ledger.ts', '/public/nothing.svg'])
    expect((await ask(path)).status, path).toBe(404)
  expect(['..', '.env', '..%2fa.css', 'a/b.css', 'folder'].filter(isFileName)).toEqual([])
})

test('an open page is told where things stand, and what it missed, once', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2030-01-01T00:00:00.000Z') })
  const news = { balance: 500, verified: false, event: { type: 'payment_approved', coins: 500, title: 'Pouch' } }
  live.tell(news)
  live.tell({ ...news, balance: 1700 })
  vi.useRealTimers()

  const first = 'data: {"balance":0,"verified":false}\n\n'
  const balancesOf = async (path: string, headers: HeadersInit = {}) => {
    const answer = await ask(path, { headers })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    const reader = answer.body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    const text = new TextDecoder().decode(value)
    expect(text.endsWith(first)).toBe(true)
    return [...text.matchAll(/"balance":(\d+)/g)].map(([, balance]) => Number(balance))
  }
  expect(await balancesOf('/live')).toEqual([0])
  expect(await balancesOf('/live?since=2029-12-31T23:59:59.999Z')).toEqual([500, 1700, 0])
  const lastTold = { 'last-event-id': '2030-01-01T00:00:00.000Z' }
  expect(await balancesOf('/live?since=2029-12-31T23:59:59.999Z', lastTold)).toEqual([1700, 0])

  for (let told = 0; told < 60; told += 1) live.tell(news)
  expect(await balancesOf('/live?since=2020-01-01T00:00:00.000Z')).toHaveLength(51)
  const write = vi.spyOn(ServerResponse.prototype, 'write')
  const pagesTold = () => {
    write.mockClear()
    live.tell(news)
    return write.mock.calls.length
  }
  // Pages that were left are told no more.
  await expect.poll(pagesTold).toBe(0)
  write.mockRestore()
})
