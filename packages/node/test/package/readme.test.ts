import { execFile } from 'node:child_process'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { PGlite } from '@electric-sql/pglite'
import { webhookEventSchema } from '@coinslot/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import * as sdk from '../../src/index.ts'
import { type Sandbox, startSandbox } from '../../src/testing.ts'
import { APPROVED, KEY } from '../webhook-fixtures.ts'
import {
  errorsPage,
  EVENT_STORE,
  examples,
  examplesFolder,
  fences,
  runExample,
  shownWebhook,
  writeExamples,
} from './readme-examples.ts'

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

const signed = async (origin: string): Promise<Request> => {
  const { body, headers } = await sdk.signTestWebhook(APPROVED, KEY)
  return new Request(`${origin}/coinslot/webhook`, { method: 'POST', body, headers })
}
const order = (origin: string) =>
  new Request(`${origin}/coinslot/intent`, {
    method: 'POST',
    body: '{"item":"coins-1000"}',
    headers: { 'content-type': 'application/json' },
  })
/** What a buyer and the service are answered by a shop, and what is delivered then. */
const saleAt = async (origin: string) => {
  const { delivered } = await run<{ delivered: string[] }>('shop.ts')
  const answers = [await fetch(order(origin)), await fetch(await signed(origin))]
  return { statuses: answers.map(({ status }) => status), delivered }
}

/** What the compiler says of the examples, under one of their configurations. */
const faultsOf = async (config: string): Promise<string> => {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace('package.json', 'bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', join(examplesFolder, config)]).catch(
    Object,
  )
  return stdout
}

describe('the examples of the README', () => {
  test('compile', async () => {
    expect(await faultsOf('tsconfig.json')).toBe('')
  })

  describe('test a shop', async () => {
    await run('suite.test.ts')
  })

  test('serve from Express, and beside the suite none is left', async () => {
    const { app } = await run<{ app: RequestListener }>('express.ts')
    const origin = await originOf(createServer(app).listen(0, '127.0.0.1'))
    expect(await saleAt(origin)).toEqual({ statuses: [201, 200], delivered: ['coins-1000'] })
    expect([...ran].sort()).toEqual([...examples.keys()].sort())
  })

  test('are all of the README’s code', () => {
    expect(fences.every((fence) => fence === '```sh' || fence.startsWith('```ts title='))).toBe(true)
  })
})

describe('what adapters and calls give', () => {
  test('can be exported by a project that emits declarations', async () => {
    expect(await faultsOf('declared.json')).toBe('')
  })
})

describe('the event store of the guide', () => {
  test('keeps each event once, and lets a claim lapse', async () => {
    const { createSqlEventStore } = (await runExample(EVENT_STORE)) as {
      createSqlEventStore: (query: (sql: string, values: unknown[]) => Promise<unknown[]>) => sdk.EventStore
    }
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
    await store.complete('b')
    // The hook whose claim had lapsed fails only now.
    await store.release('b')
    expect(await store.claim('b')).toBe('done')
  })
})

describe('the webhook that the guide shows', () => {
  test('has a body that the contract’s schema takes, and no field beside it', () => {
    const body: unknown = JSON.parse(shownWebhook)
    expect(webhookEventSchema.parse(body)).toEqual(body)
  })
})

describe('the table of errors on the backend', () => {
  test('has every code with its class, and no other', () => {
    const rows = [...errorsPage.matchAll(/^\| `([a-z_]+)`\s+\| `(\w+Error)`\s+\|/gm)].map(
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
