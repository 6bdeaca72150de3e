import { randomUUID } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/clock.ts'
import { type Claim, type ClaimedDelivery, claimDue, releaseDeliveries, waitingSubscriptions } from './claim-store.ts'
import type { DeliveryKey } from './delivery-key.ts'
import { DueMarks } from './due-marks.ts'
import { EndpointThrottle, initialCapacity } from './endpoint-throttle.ts'
import type { Outcome, Sender } from './sender.ts'
import { type Attempted, settleDeliveries, type SettleDeps } from './settle-deliveries.ts'
import { signatureHeaders } from './signature.ts'
import type { SubscriptionKey } from './subscription-store.ts'
import { loadTargets, type Target } from './target-store.ts'
import { WakeUp } from './wake-up.ts'

/** Longer than any exchange; a killed worker's deliveries are taken over when it ends. */
const LEASE_MS = 30_000
/** How soon deliveries recorded by other processes, and retries, are noticed. */
const POLL_MS = 1_000
const PAUSE_AFTER_ERROR_MS = 500
const MAX_IN_FLIGHT = 1_024
/** Subscriptions looked at in one turn. */
const VISITS = 256

const subscriptionsOf = (deliveries: readonly DeliveryKey[]): SubscriptionKey[] => {
  const byId = new Map(deliveries.map((delivery) => [delivery.subscriptionId, delivery.merchantId]))
  return [...byId].map(([id, merchantId]) => ({ id, merchantId }))
}

export interface DispatcherOptions extends SettleDeps {
  readonly secrets: Secrets
  readonly clock: Clock
  readonly sender: Sender
  /** Told of every attempt. */
  readonly onAttempt?: (outcome: Outcome) => void
}

/** Takes deliveries that are due, attempts them, and writes down how they ended, for as long as it runs. */
export class Dispatcher {
  readonly #options: DispatcherOptions
  readonly #lease = randomUUID()
  readonly #signal = new WakeUp()
  readonly #pause = new WakeUp()
  readonly #throttles = new Map<string, EndpointThrottle>()
  readonly #marks = new DueMarks()
  /** Where the next turn goes on, while a round of all subscriptions is not complete. */
  #visited: string | null = null
  #inFlight = 0
  #attempted: Attempted[] = []
  #brokenOff: ClaimedDelivery[] = []
  #isStopping = false
  #run: Promise<void> | undefined

  constructor(options: DispatcherOptions) {
    this.#options = options
  }

  start(): void {
    this.#run ??= this.#work()
  }

  /** Looks for deliveries now. */
  wake(): void {
    this.#signal.notify()
  }

  /** Takes nothing more, lets exchanges end for `graceMs` milliseconds, and gives the rest back. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.#signal.notify()
    this.#pause.notify()
    const timer = setTimeout(() => this.#options.sender.abort(), graceMs)
    await this.#run
    clearTimeout(timer)
  }

  get #isDone(): boolean {
    return this.#isStopping && this.#inFlight === 0 && this.#attempted.length === 0 && this.#brokenOff.length === 0
  }

  async #work(): Promise<void> {
    while (!this.#isDone) {
      try {
        await this.#settle()
        if (!this.#isStopping) await this.#startDue()
        if (!this.#isDone) await this.#signal.wait(this.#options.clock, POLL_MS)
      } catch (error) {
        this.#options.log.error({ err: error }, 'webhook deliveries could not be read or written')
        if (this.#isStopping && this.#inFlight === 0) return
        await this.#pause.wait(this.#options.clock, PAUSE_AFTER_ERROR_MS)
        this.wake()
      }
    }
  }

  async #settle(): Promise<void> {
    const attempted = [...this.#attempted]
    if (attempted.length > 0) {
      await settleDeliveries(this.#options, this.#lease, attempted)
      this.#attempted = this.#attempted.slice(attempted.length)
    }
    const brokenOff = [...this.#brokenOff]
    if (brokenOff.length > 0) {
      await releaseDeliveries(this.#options.db, this.#lease, brokenOff)
      this.#marks.clear()
      this.#brokenOff = this.#brokenOff.slice(brokenOff.length)
    }
  }

  async #startDue(): Promise<void> {
    const { db, secrets, clock } = this.#options
    if (this.#inFlight >= MAX_IN_FLIGHT) return
    const { enabled, next } = await waitingSubscriptions(db, { after: this.#visited, limit: VISITS })
    this.#visited = next
    if (next !== null) this.wake()
    const now = clock.now()
    const wanted = this.#allot(enabled, now)
    if (wanted.length === 0) return
    const leaseUntil = new Date(now.getTime() + LEASE_MS)
    const taken = await claimDue(db, { now, lease: this.#lease, leaseUntil, wanted })
    this.#mark(wanted, taken, now)
    const claimed = taken.filter(({ isNext }) => isNext)
    if (claimed.length === 0) return
    const targets = await loadTargets(db, secrets, subscriptionsOf(claimed), now)
    for (const delivery of claimed) {
      const target = targets.get(delivery.subscriptionId)
      // Without a target the subscription was deleted a moment ago, and its deliveries with it.
      if (target !== undefined) void this.#attempt(delivery, target)
    }
  }

  /** Shares the free places out among subscriptions that may have something due. */
  #allot(subscriptions: readonly SubscriptionKey[], now: Date): Claim['wanted'] {
    for (const [id, throttle] of this.#throttles) if (throttle.isStale(now)) this.#throttles.delete(id)
    const inUse = new Set([...this.#throttles].filter(([, throttle]) => throttle.isInUse(now)).map(([id]) => id))
    let freePlaces = MAX_IN_FLIGHT - this.#inFlight
    const wanted: Claim['wanted'][number][] = []
    for (const { merchantId, id } of subscriptions) {
      const isAlone = inUse.size === 0 || (inUse.size === 1 && inUse.has(id))
      const capacity = this.#throttles.get(id)?.capacity(now, freePlaces, isAlone) ?? initialCapacity(freePlaces)
      if (capacity === 0) continue
      wanted.push({ merchantId, id, capacity, dueFrom: this.#marks.dueFrom(id, now) })
      freePlaces -= capacity
    }
    return wanted
  }

  #mark(wanted: Claim['wanted'], taken: readonly ClaimedDelivery[], now: Date): void {
    for (const { id, capacity } of wanted) {
      const ofSubscription = taken.filter(({ subscriptionId }) => subscriptionId === id)
      const dueTimes = ofSubscription.map(({ dueAt }) => dueAt.getTime())
      const hasMore = ofSubscription.length === capacity
      this.#marks.looked(id, now, hasMore ? new Date(Math.max(...dueTimes)) : null)
    }
  }

  async #attempt(delivery: ClaimedDelivery, target: Target): Promise<void> {
    const { clock, sender, onAttempt } = this.#options
    const throttle = this.#throttles.get(target.id) ?? new EndpointThrottle()
    this.#throttles.set(target.id, throttle)
    const startedAt = clock.now()
    const headers = signatureHeaders({ id: delivery.eventId, at: startedAt, body: delivery.body }, target.keys)
    throttle.started()
    this.#inFlight += 1
    const outcome = await sender.send({ endpoint: target.endpoint, headers, body: delivery.body })
    if (outcome.isBrokenOff) this.#brokenOff.push(delivery)
    else {
      this.#attempted.push({ delivery, target, outcome, startedAt, endedAt: clock.now() })
      onAttempt?.(outcome)
    }
    this.#inFlight -= 1
    throttle.ended(outcome.isBrokenOff ? null : outcome.failure === null, clock.now())
    this.wake()
  }
}
