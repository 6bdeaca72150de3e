import { randomUUID } from 'node:crypto'
import type { Delivery, SubscriptionStatus } from '@coinslot/contract'
import { createClient } from '../src/auth/create-client.ts'
import { openSecrets } from '../src/platform/open-secrets.ts'
import type { Secrets } from '../src/platform/secrets.ts'
import type { Database } from '../src/db/database.ts'
import { createLogger } from '../src/platform/log.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { listDeliveries } from '../src/webhooks/history-store.ts'
import { type NewEvent, recordEvent } from '../src/webhooks/outbox.ts'
import { createSender, type SenderOptions } from '../src/webhooks/sender.ts'
import { insertSubscription } from '../src/webhooks/subscription-store.ts'
import { approvalEvent } from './events.ts'
import type { MovableClock } from '../src/sandbox/movable-clock.ts'
import { createTestClock } from './test-clock.ts'

/** Workers with one merchant and without HTTP. */
export interface DeliveryRig {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: MovableClock
  readonly merchantId: string
  readonly logs: readonly string[]
  /** Starts one more worker; one runs from the start. */
  startWorker(options?: SenderOptions): Dispatcher
  subscribe(endpoint: string, status?: SubscriptionStatus): Promise<string>
  statusOf(subscriptionId: string): Promise<SubscriptionStatus>
  record(event: NewEvent): Promise<string>
  approve(intentId?: string): Promise<string>
  /** Newest first. */
  deliveries(subscriptionId: string): Promise<Delivery[]>
  /** Moves time on and has the workers look. */
  advance(ms: number): void
  close(): Promise<void>
}

export interface DeliveryRigOptions extends SenderOptions {
  /** Default 1. */
  readonly workers?: number
}

/** Starts workers on a migrated database that nobody else works on meanwhile. */
export const startDeliveryRig = async (db: Database, options: DeliveryRigOptions = {}): Promise<DeliveryRig> => {
  const { workers = 1, ...senderOptions } = options
  const clock = createTestClock()
  const secretKeys = ['a secret key for tests, and for tests only']
  const secrets = await openSecrets({ secretKeys, database: { kind: 'embedded', dataDir: '' } }, db)
  const logs: string[] = []
  const log = createLogger('debug', { write: (line) => void logs.push(line) })
  const { merchantId } = await createClient(db, clock, { merchant: `Merchant ${randomUUID()}` })
  const running: { dispatcher: Dispatcher; close: () => void }[] = []
  const wake = () => {
    for (const { dispatcher } of running) dispatcher.wake()
  }
  const rig: DeliveryRig = {
    db,
    secrets,
    clock,
    merchantId,
    logs,
    startWorker: (given) => {
      const sender = createSender({ allowPrivate: true, timeoutMs: 5_000, ...senderOptions, ...given })
      const dispatcher = new Dispatcher({ db, secrets, clock, log, sender, random: () => 0.5 })
      dispatcher.start()
      running.push({ dispatcher, close: sender.close })
      return dispatcher
    },
    subscribe: (endpoint, status = 'enabled') =>
      insertSubscription(db, secrets, { merchantId, endpoint, description: '', status, at: clock.now() }),
    statusOf: async (id) => {
      const query = db.selectFrom('webhook_subscriptions').select('status').where('id', '=', id)
      return (await query.executeTakeFirstOrThrow()).status
    },
    record: async (event) => {
      const id = await db.transaction().execute((transaction) => recordEvent(transaction, event))
      wake()
      return id
    },
    approve: (intentId) => rig.record(approvalEvent(merchantId, clock.now(), intentId)),
    deliveries: async (subscriptionId) => {
      const { deliveries } = await listDeliveries(db, { id: subscriptionId, merchantId }, { limit: 100, before: null })
      return deliveries
    },
    advance: (ms) => {
      clock.advance(ms)
      wake()
    },
    close: async () => {
      await Promise.all(running.map(({ dispatcher }) => dispatcher.stop(0)))
      for (const { close: closeSender } of running) closeSender()
      await db.deleteFrom('webhook_subscriptions').execute()
      await db.deleteFrom('webhook_events').execute()
      await db.deleteFrom('webhook_queue').execute()
    },
  }
  for (let worker = 0; worker < workers; worker += 1) rig.startWorker()
  return rig
}
