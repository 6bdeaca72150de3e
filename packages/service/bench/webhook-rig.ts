import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { createClient } from '../src/auth/create-client.ts'
import { openSecrets } from '../src/platform/open-secrets.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { migrate } from '../src/db/migrate.ts'
import { createLogger } from '../src/platform/log.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { recordEvent } from '../src/webhooks/outbox.ts'
import { createSender } from '../src/webhooks/sender.ts'
import { insertSubscription } from '../src/webhooks/subscription-store.ts'
import { approvalEvent } from '../test/events.ts'
import type { BenchPostgres } from './postgres.ts'

const FILL_BATCH = 5_000

/** The body of each delivery of a backlog. */
export const BACKLOG_BODY = JSON.stringify({ data: 'x'.repeat(300) })

export const nowMs = () => performance.timeOrigin + performance.now()

interface SinkMessage {
  readonly port?: number
  readonly arrivals?: readonly [id: string, atMs: number][]
}

/** A server in a process of its own that answers well, and tells what has arrived and when. */
export const startSink = async () => {
  const child = fork(new URL('./servers/webhook-sink.ts', import.meta.url))
  const [{ port }] = (await once(child, 'message')) as [SinkMessage]
  const arrivedAtMs = new Map<string, number>()
  let count = 0
  let waiting: { count: number; resolve: () => void } | undefined
  child.on('message', ({ arrivals = [] }: SinkMessage) => {
    for (const [id, atMs] of arrivals) if (!arrivedAtMs.has(id)) arrivedAtMs.set(id, atMs)
    count += arrivals.length
    if (waiting !== undefined && count >= waiting.count) waiting.resolve()
  })
  return {
    url: (path: string) => `http://127.0.0.1:${port}${path}`,
    arrivedAtMs,
    /** Waits until so many requests have arrived since the last call. */
    arrivals: async (expected: number): Promise<void> => {
      if (count < expected) await new Promise<void>((resolve) => (waiting = { count: expected, resolve }))
      waiting = undefined
      count -= expected
    },
    /** Counts anew; what has arrived does not. */
    forget: (): void => {
      count = 0
    },
    stop: () => child.disconnect(),
  }
}

export type Sink = Awaited<ReturnType<typeof startSink>>

/** A database, a sink in a process of its own, and the service's worker in this one. */
export const startWebhookRig = async (postgres: BenchPostgres, givenSink?: Sink) => {
  const url = await postgres.create('webhooks')
  const sink = givenSink ?? (await startSink())
  const db = await openDatabase({ kind: 'postgres', url, poolSize: 16 })
  await migrate(db)
  const secretKeys = ['a secret key for the benchmark, no other use']
  const secrets = await openSecrets({ secretKeys, database: { kind: 'postgres', url, poolSize: 1 } }, db)
  const sender = createSender({ allowPrivate: true })
  const log = createLogger('silent')
  const addMerchant = async (path: string): Promise<string> => {
    const at = systemClock.now()
    const { merchantId } = await createClient(db, systemClock, { merchant: `Merchant ${randomUUID()}` })
    const subscription = { merchantId, endpoint: sink.url(path), description: '', status: 'enabled' as const, at }
    await insertSubscription(db, secrets, subscription)
    return merchantId
  }
  return {
    sink,
    addMerchant,
    /** Ends a merchant's subscriptions, with what is still to be delivered. */
    removeMerchant: async (merchantId: string): Promise<void> => {
      await db.deleteFrom('webhook_subscriptions').where('merchant_id', '=', merchantId).execute()
      await db.deleteFrom('webhook_queue').where('merchant_id', '=', merchantId).execute()
    },
    /** Makes so many deliveries due to a merchant at one instant, as a replay does. @param prefix of the events' ids. */
    fillQueue: async (merchantId: string, count: number, prefix = 'evt_'): Promise<void> => {
      const at = systemClock.now()
      for (let filled = 0; filled < count; filled += FILL_BATCH) {
        await sql`
          insert into webhook_queue (merchant_id, subscription_id, event_at, event_id, id, event_type, body,
            subscription_hash, subject_hash, step, due_at, created_at)
          select merchant_id, id, ${at}::timestamptz, ${prefix} || gen_random_uuid(), gen_random_uuid(), 'payment_approved',
            ${BACKLOG_BODY}, hashtextextended(id::text, 0),
            hashtextextended(gen_random_uuid()::text, 0), 0, ${at}::timestamptz, ${at}::timestamptz
          from webhook_subscriptions, generate_series(1, ${Math.min(FILL_BATCH, count - filled)}::integer)
          where merchant_id = ${merchantId}
        `.execute(db)
      }
    },
    /** As if its statistics had been gathered while it was empty. */
    analyseEmptyQueue: async (): Promise<void> => {
      await sql`delete from webhook_queue`.execute(db)
      await sql`vacuum analyze webhook_queue`.execute(db)
    },
    /** Records one approval in a transaction of its own. @returns the event's id. */
    approve: (merchantId: string): Promise<string> =>
      db.transaction().execute((transaction) => recordEvent(transaction, approvalEvent(merchantId, systemClock.now()))),
    startWorker: (): Dispatcher => {
      const worker = new Dispatcher({ db, secrets, clock: systemClock, log, sender, random: Math.random })
      worker.start()
      return worker
    },
    stop: async () => {
      sender.close()
      if (givenSink === undefined) sink.stop()
      await db.destroy()
    },
  }
}
export type WebhookRig = Awaited<ReturnType<typeof startWebhookRig>>
