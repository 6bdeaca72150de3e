import { randomUUID } from 'node:crypto'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/clock.ts'
import { type ClaimedDelivery, claimDue, loadTargets, releaseDeliveries, type Target } from './delivery-store.ts'
import { EndpointThrottle, initialCapacity } from './endpoint-throttle.ts'
import type { Outcome, Sender } from './sender.ts'
import { type Attempted, settle, type SettleDeps } from './settle-deliveries.ts'
import { signatureHeaders } from './signature.ts'
import { Signal } from './wake-up.ts'

/** Longer than any exchange; a killed worker's deliveries are taken over when it ends. */
const LEASE_MS = 30_000
/** How soon deliveries recorded by other processes, and retries, are noticed. */
const POLL_MS = 1_000
const PAUSE_AFTER_ERROR_MS = 500
const MAX_IN_FLIGHT = 1_024

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
  readonly #signal = new Signal()
  readonly #pause = new Signal()
  readonly #throttles = new Map<string, EndpointThrottle>()
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
      await settle(this.#options, this.#lease, attempted)
      this.#attempted = this.#attempted.slice(attempted.length)
    }
    const brokenOff = [...this.#brokenOff]
    if (brokenOff.length > 0) {
      const ids = brokenOff.map(({ id }) => id)
      await releaseDeliveries(this.#options.db, this.#lease, ids)
      this.#brokenOff = this.#brokenOff.slice(brokenOff.length)
    }
  }

  async #startDue(): Promise<void> {
    const { db, secrets, clock } = this.#options
    const now = clock.now()
    const freePlaces = MAX_IN_FLIGHT - this.#inFlight
    if (freePlaces === 0) return
    const claimed = await claimDue(db, {
      now,
      lease: this.#lease,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
      limit: freePlaces,
      defaultCapacity: initialCapacity(freePlaces),
      capacities: this.#capacities(now, freePlaces),
    })
    if (claimed.length === 0) return
    const ids = new Set(claimed.map(({ subscriptionId }) => subscriptionId))
    const targets = await loadTargets(db, secrets, [...ids], now)
    for (const delivery of claimed) {
      const target = targets.get(delivery.subscriptionId)
      // Without a target the subscription was deleted a moment ago, and its deliveries with it.
      if (target !== undefined) void this.#attempt(delivery, target)
    }
  }

  #capacities(now: Date, freePlaces: number): { id: string; capacity: number }[] {
    for (const [id, throttle] of this.#throttles) if (throttle.isStale(now)) this.#throttles.delete(id)
    return [...this.#throttles].map(([id, throttle]) => ({ id, capacity: throttle.capacity(now, freePlaces) }))
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
