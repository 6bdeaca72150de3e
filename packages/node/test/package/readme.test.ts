import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as sdk from '../../src/index.ts'
import { type Sandbox, startSandbox } from '../../src/testing.ts'
import { APPROVED, KEY } from '../webhook-fixtures.ts'
import { examples, examplesFolder, fences, readme, runExample, writeExamples } from './readme-examples.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
await writeExamples()

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
  Object.assign(process.env, {
    COINSLOT_CLIENT_ID: sandbox.credentials.clientId,
    COINSLOT_CLIENT_SECRET: sandbox.credentials.clientSecret,
    COINSLOT_BASE_URL: sandbox.baseUrl,
    COINSLOT_SIGNING_KEY: KEY,
    PORT: '0',
  })
})
afterAll(() => sandbox.stop())

const ran = new Set<string>()
const run = async <T>(title: string): Promise<T> => {
  ran.add(title)
  return (await runExample(title)) as T
}

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const originOf = async (server: Server): Promise<string> => {
  await vi.waitUntil(() => server.address() !== null)
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const signed = async (origin: string, event = APPROVED): Promise<Request> => {
  const { body, headers } = await sdk.signTestWebhook(event, KEY)
  return new Request(`${origin}/coinslot/webhook`, { method: 'POST', body, headers })
}
const order = (origin: string) =>
  new Request(`${origin}/coinslot/intent`, {
    method: 'POST',
    body: '{"item":"coins-1000"}',
    headers: { 'content-type': 'application/json' },
  })
type Fetch = (request: Request) => Response | Promise<Response>

/** What a buyer and the service are answered by a host of the handler, and what is delivered then. */
const saleThrough = async (origin: string, send: Fetch) => {
  const { delivered } = await run<{ delivered: string[] }>('shop.ts')
  const before = delivered.length
  const statuses = [
    await send(order(origin)),
    await send(await signed(origin, { ...APPROVED, id: crypto.randomUUID() })),
  ]
  return { statuses: statuses.map(({ status }) => status), delivered: delivered.slice(before) }
}

const SOLD = { statuses: [201, 200], delivered: ['coins-1000'] }

describe('the examples of the README', () => {
  test('compile', async () => {
    const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
    const failure = await promisify(execFile)(process.execPath, [tsc, '-p', examplesFolder]).catch(Object)
    expect(failure.stdout).toBe('')
  })

  test('create payments and read what became of them', async () => {
    const told = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const { again, data, hosted, statuses } = await run<{
      data: sdk.PaymentIntent
      again: sdk.IntentAnswer<sdk.PaymentIntent>
      hosted: sdk.IntentAnswer<sdk.Redirect>
      statuses: sdk.Statuses
    }>('payments.ts')
    expect(told).toHaveBeenCalledWith(expect.any(String), 'wait for the webhook of', expect.any(String))
    expect(again).toMatchObject({ replayed: true, data })
    expect(hosted.data.redirect_url).toContain(sandbox.baseUrl)
    expect(statuses.data).toMatchObject([{ status: 'Created' }])
  })

  test('start a verification, watch requests and name the field that is wrong', async () => {
    expect((await run<{ data: sdk.Kyc }>('kyc.ts')).data).toMatchObject({ flow: 'KYC_OCC', error_code: null })
    const { list, requests } = await run<{ list: sdk.Answer<unknown>; requests: string[] }>('observed.ts')
    expect(list.data).toEqual([])
    expect(requests[1]).toMatch(/^GET \/notifications\/v1\/subscriptions 200 \d+ ms$/)
    const { problems } = await run<{ problems: string[] }>('errors.ts')
    expect(problems).toEqual([expect.stringMatching(/^items\.0\.amount must be/)])
  })

  test('subscribe to some types of events', async () => {
    const { subscription } = await run<{ subscription: sdk.Subscription }>('subscription.ts')
    expect(subscription.event_types).toEqual(['payment_approved', 'payment_declined', 'payment_expired'])
  })

  test('keep events in SQL', async () => {
    const { createSqlEventStore } = await run<{
      createSqlEventStore: (query: (sql: string, values: unknown[]) => Promise<unknown[]>) => sdk.EventStore
    }>('event-store.ts')
    await using db = await PGlite.create()
    await db.exec('create table events (id text primary key, done boolean not null, claimed_at timestamptz not null)')
    const store = createSqlEventStore(async (sql, values) => (await db.query(sql, values)).rows)
    expect([await store.claim('a'), await store.claim('a')]).toEqual(['claimed', 'busy'])
    await store.release('a')
    expect(await store.claim('a')).toBe('claimed')
    await store.complete('a')
    expect(await store.claim('a')).toBe('done')
    await store.claim('b')
    await db.exec("update events set claimed_at = claimed_at - interval '2 minutes'")
    expect([await store.claim('a'), await store.claim('b')]).toEqual(['done', 'claimed'])
  })

  test('serve from node:http', async () => {
    const { server } = await run<{ server: Server }>('node-http.ts')
    expect(await saleThrough(await originOf(server), fetch)).toEqual(SOLD)
  })

  test('serve from Express', async () => {
    const { app } = await run<{ app: RequestListener }>('express.ts')
    expect(await saleThrough(await originOf(createServer(app).listen(0, '127.0.0.1')), fetch)).toEqual(SOLD)
  })

  test('serve from Fastify', async () => {
    const { app } = await run<{ app: FastifyInstance }>('fastify.ts')
    closing.push(() => app.close())
    expect(await saleThrough(await app.listen({ port: 0, host: '127.0.0.1' }), fetch)).toEqual(SOLD)
  })

  test('serve from Next.js, Hono and a worker', async () => {
    const next = await run<Record<'GET' | 'POST', Fetch>>('app/coinslot/[route]/route.ts')
    expect(
      await saleThrough('https://shop.test', (request) => next[request.method === 'POST' ? 'POST' : 'GET'](request)),
    ).toEqual(SOLD)
    const { app } = await run<{ app: { fetch: Fetch } }>('hono.ts')
    expect(await saleThrough('https://shop.test', app.fetch)).toEqual(SOLD)
    const { default: worker } = await run<{ default: { fetch: Fetch } }>('worker.ts')
    expect(await saleThrough('https://shop.test', worker.fetch)).toEqual(SOLD)
  })

  test('verify a webhook by hand', async () => {
    const { receive } = await run<{
      receive: (request: Request, keys: string[], act: (event: unknown) => Promise<void>) => Promise<Response>
    }>('webhook.ts')
    const seen: unknown[] = []
    const act = async (event: unknown) => void seen.push(event)
    expect((await receive(await signed('https://shop.test'), [KEY], act)).status).toBe(204)
    expect((await receive(new Request('https://shop.test', { method: 'POST', body: '{}' }), [KEY], act)).status).toBe(
      401,
    )
    expect(seen).toEqual([APPROVED])
  })

  test('render a page', async () => {
    const { client } = await run<{ client: sdk.Client }>('shop.ts')
    const integrity = { digest: `sha384-${'A'.repeat(64)}`, type: 'sha-384' } as const
    const data = { file_name: 'payments-widget-0.1.0.js', integrity }
    vi.spyOn(client.widget, 'manifest').mockResolvedValue({
      data,
      body: '',
      status: 200,
      requestId: '',
      attempts: 1,
      replayed: false,
    })
    const { renderPage } = await run<{ renderPage: (nonce: string) => Promise<string> }>('page.ts')
    expect(await renderPage('n')).toContain(
      `<link rel="modulepreload" href="${sandbox.baseUrl}/widget/payments-widget-0.1.0.js"`,
    )
  })

  describe('test a shop', async () => {
    await run('shop.test.ts')
    await run('suite.test.ts')
  })

  test('are all of the README’s code, and all were run', () => {
    expect(fences.every((fence) => fence.startsWith('```ts title='))).toBe(true)
    expect([...ran].sort()).toEqual([...examples.keys()].sort())
  })
})

describe('the error table of the README', () => {
  test('has every code with its class, and no other', () => {
    const rows = [...readme.matchAll(/^\| `([a-z_]+)`\s+\| `(\w+Error)`\s+\|/gm)].map(
      ([, code, name]) => `${code} ${name}`,
    )
    const errors = Object.values<unknown>(sdk).flatMap((value) =>
      typeof value === 'function' && value.prototype instanceof sdk.CoinslotError
        ? [Reflect.construct(value, [''])]
        : [],
    )
    expect(rows.sort()).toEqual(errors.map(({ code, name }) => `${code} ${name}`).sort())
  })
})

describe('the version that is sent', () => {
  test('is the package’s', async () => {
    const { default: manifest } = await import(join('..', '..', 'package.json'), { with: { type: 'json' } })
    const { VERSION } = await import('../../src/version.ts')
    expect(VERSION).toBe(manifest.version)
  })
})
