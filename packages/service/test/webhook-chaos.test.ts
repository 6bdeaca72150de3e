import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../src/auth/create-client.ts'
import { openSecrets } from '../src/platform/open-secrets.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { migrate } from '../src/db/migrate.ts'
import { recordEvent } from '../src/webhooks/outbox.ts'
import { insertSubscription } from '../src/webhooks/subscription-store.ts'
import { approvalEvent } from './events.ts'
import { type FaultEndpoint, startFaultEndpoint } from './fault-endpoint.ts'
import { type PostgresServer, startPostgresServer } from './postgres-server.ts'
import { type ServingProcess, startServing } from './process.ts'

/** The whole run is 5,000: `COINSLOT_CHAOS_EVENTS=5000`. */
const EVENTS = Number(process.env['COINSLOT_CHAOS_EVENTS'] ?? 600)
const PROCESSES = 3
const MERCHANTS = 5
const WRITERS = 16
const SECRET_KEY = 'a secret key for tests, and for tests only'
/** A killed worker's leases end after 30 s. */
const RECOVERY_MS = 60_000

let server: PostgresServer
let db: Database
let endpoint: FaultEndpoint
let merchants: string[]
const processes: ServingProcess[] = []

const startProcess = () =>
  startServing({
    COINSLOT_DATABASE_URL: server.url,
    COINSLOT_MODE: 'sandbox',
    COINSLOT_DATABASE_POOL: '8',
    COINSLOT_SECRET_KEY: SECRET_KEY,
    COINSLOT_ALLOW_PRIVATE_WEBHOOKS: 'true',
  })

const addMerchant = async (name: string): Promise<string> => {
  const { merchantId } = await createClient(db, systemClock, { merchant: name })
  const at = systemClock.now()
  const subscription = { merchantId, endpoint: endpoint.url, description: '', status: 'enabled' as const, at }
  const config = { secretKeys: [SECRET_KEY], database: { kind: 'postgres', url: server.url, poolSize: 1 } } as const
  await insertSubscription(db, await openSecrets(config, db), subscription)
  return merchantId
}

beforeAll(async () => {
  server = await startPostgresServer()
  db = await openDatabase({ kind: 'postgres', url: server.url, poolSize: WRITERS })
  await migrate(db)
  endpoint = await startFaultEndpoint()
  merchants = await Promise.all(Array.from({ length: MERCHANTS }, (_, index) => addMerchant(`Merchant ${index}`)))
  processes.push(...(await Promise.all(Array.from({ length: PROCESSES }, startProcess))))
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end('SIGKILL')))
  await endpoint.close()
  await db.destroy()
  await server.stop()
})

/** Approves in a transaction that stays open for a moment, until it is acknowledged. @returns when its commit was asked for first. */
const approveForCertain = async (id: string, merchantId: string): Promise<number> => {
  const event = { ...approvalEvent(merchantId, systemClock.now()), id }
  let committedAt = Number.POSITIVE_INFINITY
  for (;;) {
    try {
      await db.transaction().execute(async (transaction) => {
        await recordEvent(transaction, event)
        await delay(randomInt(20))
        committedAt = Math.min(committedAt, Date.now())
      })
      return committedAt
    } catch {
      await delay(200)
    }
  }
}

const replaceKilled = async (index: number): Promise<void> => {
  await processes[index]?.end('SIGKILL')
  processes[index] = await startProcess()
}

test(`delivers ${EVENTS} approvals through three kill -9 and a database restart, none before its commit`, async () => {
  const committedAt = new Map<string, number>()
  const arrivedAt = new Map<string, number>()
  endpoint.behave((response, { headers }) => {
    const id = String(headers['webhook-id'])
    if (!arrivedAt.has(id)) arrivedAt.set(id, Date.now())
    response.end()
  })
  const left = Array.from({ length: EVENTS }, () => `evt_${randomUUID()}`)
  const write = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      committedAt.set(id, await approveForCertain(id, merchants[committedAt.size % MERCHANTS] ?? ''))
    }
  }
  const share = (part: number) =>
    expect.poll(() => committedAt.size, { timeout: 300_000 }).toBeGreaterThan(EVENTS * part)
  const disturb = async () => {
    await share(0.15)
    await replaceKilled(0)
    await share(0.35)
    await replaceKilled(1)
    await share(0.55)
    await server.restart()
    await share(0.75)
    await replaceKilled(2)
  }
  await Promise.all([disturb(), ...Array.from({ length: WRITERS }, write)])

  const missing = () => [...committedAt.keys()].filter((id) => !arrivedAt.has(id)).length
  await expect.poll(missing, { timeout: RECOVERY_MS, interval: 250 }).toBe(0)
  const tooEarly = [...arrivedAt].filter(([id, at]) => at < (committedAt.get(id) ?? Number.POSITIVE_INFINITY))
  expect(tooEarly).toEqual([])
  expect(arrivedAt.size).toBe(EVENTS)
  const bodies = endpoint.received.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).id])
  expect(bodies.filter(([header, id]) => header !== id)).toEqual([])
  const pending = async () => {
    const waiting = await db.selectFrom('webhook_queue').select('id').execute()
    const failed = await db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'failed').execute()
    return waiting.length + failed.length
  }
  await expect.poll(pending, { timeout: RECOVERY_MS, interval: 250 }).toBe(0)
  expect(await Promise.all(processes.map((each) => each.end('SIGTERM')))).toEqual([0, 0, 0])
}, 600_000)
