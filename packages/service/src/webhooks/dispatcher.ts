import { randomUUID } from 'node:crypto'
import { onceConnected } from '../platform/once-connected.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { Clock } from '../platform/clock.ts'
import {
  type Claim,
  type ClaimedDelivery,
  claimDue,
  releaseDeliveries,
  type WaitingSubscription,
  waitingSubscriptions,
} from './claim-store.ts'
import type { DeliveryKey } from './delivery-key.ts'
import { DueMarks } from './due-marks.ts'
import { EndpointThrottle, initialCapacity, placesOfTurn } from './endpoint-throttle.ts'
import { withinShares } from './merchant-share.ts'
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

type Wanted = Claim['wanted'][number] & WaitingSubscription

interface Taking {
  readonly now: Date
  /** Whether all places of the turn were taken. */
  readonly hasRunOut: boolean
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
  /** Subscriptions that had more due than was taken, the one longest not looked at first: up to 256 are looked at in every turn. */
  readonly #lines = new Map<string, SubscriptionKey>()
  /** Where the next turn goes on, while a round of all subscriptions is not complete. */
  #visited: string | null = null
  #inFlight = 0
  readonly #inFlightOf = new Map<string, number>()
  #attempted: Attempted[] = []
  #brokenOff: ClaimedDelivery[] = []
  /** Deliveries that are being attempted, or of which is still to be written down how that ended, by id. */
  readonly #inHands = new Set<string>()
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
      const held = await settleDeliveries(this.#options, this.#lease, attempted)
      for (const each of attempted) if (!held.includes(each)) this.#inHands.delete(each.delivery.id)
      // Of one that stops they are sent again once its lease is over.
      this.#attempted = [...(this.#isStopping ? [] : held), ...this.#attempted.slice(attempted.length)]
    }
    const brokenOff = [...this.#brokenOff]
    if (brokenOff.length > 0) {
      await releaseDeliveries(this.#options.db, this.#lease, brokenOff)
      this.#marks.clear()
      this.#brokenOff = this.#brokenOff.slice(brokenOff.length)
      for (const { id } of brokenOff) this.#inHands.delete(id)
    }
  }

  async #startDue(): Promise<void> {
    const { db, secrets, clock } = this.#options
    const places = placesOfTurn(MAX_IN_FLIGHT - this.#inFlight)
    if (places === 0) return
    const besides = [...this.#lines.values()].slice(0, VISITS)
    const { enabled, next } = await waitingSubscriptions(db, { after: this.#visited, limit: VISITS, besides })
    this.#visited = next
    if (next !== null) this.wake()
    this.#lookedAt(besides, enabled)
    const wanted = this.#allot(enabled, clock.now())
    if (wanted.length === 0) return
    const { now, taken } = await this.#claim(wanted, places)
    this.#mark(wanted, taken, { now, hasRunOut: taken.length === places })
    // What it has in its hands it may take once more where the lease has ended meanwhile; the end of that attempt frees it.
    const claimed = taken.filter(({ id, isNext }) => isNext && !this.#inHands.has(id))
    if (claimed.length === 0) return
    const targets = await loadTargets(db, secrets, subscriptionsOf(claimed), now)
    // It was stopped meanwhile: nobody might be left to break off what began now.
    if (this.#isStopping) return void this.#brokenOff.push(...claimed)
    this.#tellUnreadable([...targets.values()])
    for (const delivery of claimed) {
      const target = targets.get(delivery.subscriptionId)
      // Without a target the subscription was deleted a moment ago, and its deliveries with it.
      if (target === undefined) continue
      if (target.keys.length > 0) void this.#attempt(delivery, target)
      else this.#leave(delivery, now)
    }
  }

  #claim(wanted: readonly Wanted[], limit: number): Promise<{ now: Date; taken: ClaimedDelivery[] }> {
    return onceConnected(this.#options, async (connection, now) => {
      const leaseUntil = new Date(now.getTime() + LEASE_MS)
      return { now, taken: await claimDue(connection, { now, lease: this.#lease, leaseUntil, wanted, limit }) }
    })
  }

  #tellUnreadable(targets: readonly Target[]): void {
    for (const { id, keys, keyError } of targets) {
      if (keys.length > 0) continue
      this.#options.log.error({ err: keyError, subscription_id: id }, 'webhooks wait whose signing key cannot be read')
    }
  }

  /** What cannot be signed is taken up as rarely as what an endpoint does not take, once its lease has ended. */
  #leave({ subscriptionId }: ClaimedDelivery, now: Date): void {
    const throttle = this.#throttleOf(subscriptionId)
    throttle.started()
    throttle.ended(false, now)
  }

  #throttleOf(id: string): EndpointThrottle {
    const throttle = this.#throttles.get(id) ?? new EndpointThrottle()
    this.#throttles.set(id, throttle)
    return throttle
  }

  /** Lets lines wait anew, and forgets those whose subscriptions are no longer enabled. */
  #lookedAt(lines: readonly SubscriptionKey[], enabled: readonly SubscriptionKey[]): void {
    const ids = new Set(enabled.map(({ id }) => id))
    for (const line of lines) {
      this.#lines.delete(line.id)
      if (ids.has(line.id)) this.#lines.set(line.id, line)
    }
  }

  /** How many each subscription may take that may have something due. */
  #allot(subscriptions: readonly WaitingSubscription[], now: Date): Wanted[] {
    for (const [id, throttle] of this.#throttles) if (throttle.isStale(now)) this.#throttles.delete(id)
    const inUse = new Set([...this.#throttles].filter(([, throttle]) => throttle.isInUse(now)).map(([id]) => id))
    const freePlaces = MAX_IN_FLIGHT - this.#inFlight
    const wanted = subscriptions.flatMap((subscription) => {
      const { id } = subscription
      const isAlone = inUse.size === 0 || (inUse.size === 1 && inUse.has(id))
      const capacity = this.#throttles.get(id)?.capacity(now, freePlaces, isAlone) ?? initialCapacity(freePlaces)
      return capacity === 0 ? [] : [{ ...subscription, capacity, dueFrom: this.#marks.dueFrom(id, now) }]
    })
    return withinShares(wanted, { free: freePlaces, inFlight: this.#inFlightOf })
  }

  /** Notes who may have more due. Where places have run out, nobody behind the last who got some was looked at. */
  #mark(wanted: readonly Wanted[], taken: readonly ClaimedDelivery[], { now, hasRunOut }: Taking): void {
    const dueTimes = new Map<string, number[]>(wanted.map(({ id }) => [id, []]))
    for (const { subscriptionId, dueAt } of taken) dueTimes.get(subscriptionId)?.push(dueAt.getTime())
    const timesOf = (id: string) => dueTimes.get(id) ?? []
    const last = hasRunOut ? wanted.findLast(({ id }) => timesOf(id).length > 0) : undefined
    for (const subscription of wanted) {
      const { merchantId, id, capacity } = subscription
      const times = timesOf(id)
      const hasMore = times.length === capacity || subscription === last
      this.#marks.looked(id, now, hasMore ? new Date(Math.max(...times)) : null)
      this.#lines.delete(id)
      if (hasMore) this.#lines.set(id, { merchantId, id })
      if (subscription === last) break
    }
    if (last === undefined) return
    this.#visited = last.place ?? this.#visited
    this.wake()
  }

  #count({ merchantId }: ClaimedDelivery, change: 1 | -1): void {
    this.#inFlight += change
    const ofMerchant = (this.#inFlightOf.get(merchantId) ?? 0) + change
    if (ofMerchant === 0) this.#inFlightOf.delete(merchantId)
    else this.#inFlightOf.set(merchantId, ofMerchant)
  }

  async #attempt(delivery: ClaimedDelivery, target: Target): Promise<void> {
    const { clock, sender, onAttempt } = this.#options
    const throttle = this.#throttleOf(target.id)
    const startedAt = clock.now()
    const headers = signatureHeaders({ id: delivery.eventId, at: startedAt, body: delivery.body }, target.keys)
    throttle.started()
    this.#count(delivery, 1)
    this.#inHands.add(delivery.id)
    const { merchantId, endpoint } = target
    const outcome = await sender.send({ merchantId, endpoint, headers, body: delivery.body })
    if (outcome.isBrokenOff) this.#brokenOff.push(delivery)
    else {
      this.#attempted.push({ delivery, target, outcome, startedAt, endedAt: clock.now() })
      onAttempt?.(outcome)
    }
    this.#count(delivery, -1)
    throttle.ended(outcome.isBrokenOff ? null : outcome.failure === null, clock.now())
    this.wake()
  }
}
