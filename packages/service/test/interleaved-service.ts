import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Scheduler } from 'fast-check'
import { Kysely } from 'kysely'
import { createClient } from '../src/auth/create-client.ts'
import { isActive } from '../src/cards/attempt-rules.ts'
import { closeIntent } from '../src/cards/close-intent.ts'
import { expireIntents } from '../src/cards/expire-intents.ts'
import { finishChallenge } from '../src/cards/finish-challenge.ts'
import { pay } from '../src/cards/pay.ts'
import { settleUnsettled } from '../src/cards/settle-unsettled.ts'
import { UNSETTLED_LANES } from '../src/cards/unsettled-store.ts'
import { createDeps } from '../src/composition/create-deps.ts'
import type { ServiceDeps } from '../src/composition/deps.ts'
import type { Database } from '../src/db/database.ts'
import { embeddedSource } from '../src/db/embedded.ts'
import { preparedImage } from '../src/db/prepared-image.ts'
import { type ConnectionSource, SqlDialect } from '../src/db/sql-dialect.ts'
import type { Tables } from '../src/db/tables.ts'
import { createLogger } from '../src/platform/log.ts'
import type { MovableClock } from '../src/sandbox/movable-clock.ts'
import { bringForward } from '../src/webhooks/bring-forward.ts'
import { createDeliveryWake } from '../src/webhooks/delivery-wake.ts'
import { Dispatcher } from '../src/webhooks/dispatcher.ts'
import { replayOne } from '../src/webhooks/replay-store.ts'
import { insertSubscription } from '../src/webhooks/subscription-store.ts'
import { SubscriptionTurns } from '../src/webhooks/subscription-turns.ts'
import { disableSubscription, enableSubscription } from '../src/webhooks/subscriptions.ts'
import { testCard } from './buyer.ts'
import { testConfig } from './harness.ts'
import { type CardFate, InterleavedAcquirer } from './interleaved-acquirer.ts'
import { InterleavedEndpoint } from './interleaved-endpoint.ts'
import { storeIntent } from './stored-intent.ts'
import { createTestClock } from './test-clock.ts'

const FINAL_EVENTS = { Approved: 'payment_approved', Declined: 'payment_declined', Expired: 'payment_expired' } as const
const HOUR_MS = 3_600_000
/** Until whatever is put off has come: retries after failures, and the ends of intents. */
const HOURS_TO_REST = 150

/** What all searches share: one database in memory. */
export interface Ground {
  readonly source: ConnectionSource
  readonly deps: ServiceDeps
  readonly merchant: { readonly merchantId: string; readonly clientId: string }
}

export const openGround = async (): Promise<Ground> => {
  const source = await embeddedSource({ image: await preparedImage() })
  const db = new Kysely<Tables>({ dialect: new SqlDialect(source) })
  const clock = createTestClock()
  const log = createLogger('silent')
  const deps = await createDeps(testConfig, { db, clock, log, widget: null, dashboard: null })
  return { source, deps, merchant: await createClient(db, clock, { merchant: 'Merchant' }) }
}

/** One process of the service: its transactions take their turns by the scheduler. */
interface Process {
  readonly deps: ServiceDeps
  kill(): void
}

/** Two processes on one database, whose transactions, questions and deliveries happen in the order of a scheduler. */
export class InterleavedService {
  readonly intents: string[] = []
  readonly #ground: Ground
  readonly #turns: Scheduler
  readonly #db: Database
  readonly #clock: MovableClock = createTestClock()
  readonly #acquirer: InterleavedAcquirer
  readonly #endpoint: InterleavedEndpoint
  readonly #processes: [Process, Process]
  readonly #failures: unknown[] = []
  readonly #finals = new Map<string, string>()
  #subscriptionId = ''

  constructor(ground: Ground, turns: Scheduler) {
    this.#ground = ground
    this.#turns = turns
    this.#db = ground.deps.db
    this.#acquirer = new InterleavedAcquirer(turns)
    this.#endpoint = new InterleavedEndpoint(turns, this.#db, this.#clock)
    this.#processes = [this.#start(0), this.#start(1)]
  }

  /** Empties the database, and subscribes to all events. */
  async begin(): Promise<void> {
    for (const table of ['webhook_queue', 'webhook_deliveries', 'webhook_events', 'webhook_subscriptions'] as const)
      await this.#db.deleteFrom(table).execute()
    await this.#db.deleteFrom('card_attempts').execute()
    await this.#db.deleteFrom('payment_intents').execute()
    const { merchantId } = this.#ground.merchant
    const subscription = { merchantId, endpoint: 'https://shop.example/hook', description: '', at: this.#clock.now() }
    const { secrets } = this.#ground.deps
    this.#subscriptionId = await insertSubscription(this.#db, secrets, { ...subscription, status: 'enabled' })
  }

  async create(): Promise<void> {
    const { deps, merchant } = this.#ground
    this.intents.push((await storeIntent({ deps, clock: this.#clock, merchant })).id)
  }

  pay(place: number, intentId: string, fate: CardFate): void {
    const request = { attempt_key: randomUUID(), card: testCard({ name: fate }) }
    this.#run(place, (deps) => pay(deps, intentId, request))
  }

  close(place: number, intentId: string): void {
    this.#run(place, (deps) => closeIntent(deps, intentId))
  }

  /** The bank hears from the buyer, whose page then says so. */
  async answerChallenge(place: number, intentId: string, isApproved: boolean): Promise<void> {
    for (const { id } of await this.#attemptsOf(intentId))
      if (this.#acquirer.answerChallenge(id, isApproved))
        this.#run(place, (deps) => finishChallenge(deps, intentId, id))
  }

  expire(place: number): void {
    this.#run(place, expireIntents)
  }

  settle(place: number): void {
    for (const lane of UNSETTLED_LANES) this.#run(place, (deps) => settleUnsettled(deps, lane))
  }

  async redeliver(place: number): Promise<void> {
    const { merchantId } = this.#ground.merchant
    const key = { merchantId, id: this.#subscriptionId }
    for (const { id, event_id } of await this.#db
      .selectFrom('webhook_deliveries')
      .select(['id', 'event_id'])
      .execute()) {
      this.#endpoint.expectAgain(event_id)
      this.#run(place, async (deps) => {
        await replayOne(deps.db, key, id, this.#clock.now())
        deps.wakeDeliveries()
      })
    }
  }

  /** The merchant disables its subscription, or enables it. */
  subscribe(place: number, isEnabled: boolean): void {
    const key = { merchantId: this.#ground.merchant.merchantId, id: this.#subscriptionId }
    this.#run(place, (deps) => (isEnabled ? enableSubscription : disableSubscription)(deps, key))
  }

  setFailing(isFailing: boolean): void {
    this.#endpoint.isFailing = isFailing
  }

  advance(ms: number): void {
    this.#clock.advance(ms)
  }

  /** Sets the clock of both processes back. */
  setBack(ms: number): void {
    this.#clock.advance(-ms)
    this.#endpoint.ignoreLeases()
  }

  /** A process ends where it stands, and another one takes its place. */
  kill(place: number): void {
    this.#processes[place]?.kill()
    this.#processes[place === 0 ? 0 : 1] = this.#start(place)
  }

  /** Lets up to `count` things happen, in the scheduler's order; all of them by default. */
  async step(count = Number.POSITIVE_INFINITY): Promise<void> {
    for (let done = 0; done < count; done += 1) {
      // Everybody comes to the next point at which the order matters: the embedded database takes no other turns.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      if (this.#turns.count() === 0) return
      await this.#turns.waitNext(1)
    }
  }

  /** What holds at any time. */
  async check(): Promise<void> {
    if (this.#failures.length > 0) throw this.#failures[0]
    this.#endpoint.check()
    for (const { id, status } of await this.#db.selectFrom('payment_intents').select(['id', 'status']).execute()) {
      assert.equal(this.#finals.get(id) ?? status, status, 'a final status stays')
      if (status !== 'Created') this.#finals.set(id, status)
      const active = (await this.#attemptsOf(id)).filter(isActive)
      assert.ok(active.length <= 1, 'one attempt of an intent is under way at most')
    }
  }

  /** Lets time pass until nothing more happens, and checks what has come of everything. */
  async rest(): Promise<void> {
    this.#endpoint.isFailing = false
    this.subscribe(0, true)
    await this.step()
    const subscriptions = await this.#db.selectFrom('webhook_subscriptions').select('status').execute()
    assert.deepEqual(subscriptions, [{ status: 'enabled' }], 'what the merchant enables is enabled')
    for (let hour = 0; hour < HOURS_TO_REST && (hour === 0 || !(await this.#isAtRest())); hour += 1) {
      this.#clock.advance(HOUR_MS)
      this.expire(0)
      this.settle(1)
      this.#run(0, bringForward)
      await this.step()
    }
    await this.check()
    const events = await this.#db.selectFrom('webhook_events').select(['id', 'type', 'subject']).execute()
    for (const intentId of this.intents) {
      const status = this.#finals.get(intentId) as keyof typeof FINAL_EVENTS
      const own = events.filter(({ subject }) => subject === intentId)
      assert.deepEqual(
        own.map(({ type }) => type),
        [FINAL_EVENTS[status]],
      )
      assert.ok(
        own.every(({ id }) => this.#endpoint.arrived.has(id)),
        'every event arrives',
      )
      const attempts = await this.#attemptsOf(intentId)
      const captured = attempts.filter(({ id }) => this.#acquirer.isCaptured(id))
      const approved = attempts.filter((each) => each.status === 'approved')
      assert.deepEqual(captured, approved, 'what is charged is what is approved')
      assert.equal(captured.length, status === 'Approved' ? 1 : 0)
    }
    assert.ok(await this.#isAtRest(), 'nothing is left to do')
  }

  /** Ends what still runs. */
  stop(): void {
    for (const process of this.#processes) process.kill()
  }

  async #isAtRest(): Promise<boolean> {
    const queued = await this.#db.selectFrom('webhook_queue').select('id').execute()
    const open = await this.#db.selectFrom('payment_intents').select('id').where('status', '=', 'Created').execute()
    const attempts = await this.#db.selectFrom('card_attempts').select('status').execute()
    return queued.length === 0 && open.length === 0 && !attempts.some(isActive)
  }

  #attemptsOf(intentId: string) {
    return this.#db.selectFrom('card_attempts').select(['id', 'status']).where('intent_id', '=', intentId).execute()
  }

  #run(place: number, work: (deps: ServiceDeps) => Promise<unknown>): void {
    const { deps } = this.#processes[place === 0 ? 0 : 1]
    work(deps).catch((error: unknown) => this.#failures.push(error))
  }

  #start(place: number): Process {
    let isDead = false
    const { deps: shared, source } = this.#ground
    const acquire = async () => {
      if (isDead) return new Promise<never>(() => {})
      await this.#turns.schedule(Promise.resolve(), `a transaction begins in ${place}`)
      return isDead ? new Promise<never>(() => {}) : source.acquire()
    }
    const db: Database = new Kysely<Tables>({ dialect: new SqlDialect({ ...source, acquire }) })
    const { wakeDeliveries, onWakeDeliveries } = createDeliveryWake()
    const clock = this.#clock
    const own = { db, clock, wakeDeliveries, onWakeDeliveries, subscriptionTurns: new SubscriptionTurns() }
    const deps = { ...shared, ...own, processor: this.#acquirer }
    const sender = this.#endpoint.senderOf(deps, () => isDead)
    const dispatcher = new Dispatcher({ ...deps, sender, random: () => 0.5 })
    onWakeDeliveries(() => dispatcher.wake())
    dispatcher.start()
    return {
      deps,
      kill: () => {
        isDead = true
        this.#endpoint.forget(deps)
      },
    }
  }
}
