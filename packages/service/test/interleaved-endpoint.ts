import assert from 'node:assert/strict'
import type { Scheduler } from 'fast-check'
import type { Database } from '../src/db/database.ts'
import type { Clock } from '../src/platform/clock.ts'
import type { Outcome, Sender } from '../src/webhooks/sender.ts'

interface Exchange {
  readonly eventId: string
  readonly process: object
  /** Who had the delivery when it was sent: another one where this process was slow to send what it had taken. */
  readonly lease: string | null
  readonly leasedUntil: Date | null
}

/** A merchant's endpoint, to which deliveries travel for as long as the scheduler likes. */
export class InterleavedEndpoint {
  /** Answers 500. */
  isFailing = false
  readonly arrived = new Set<string>()
  readonly faults: string[] = []
  readonly #turns: Scheduler
  /** Read beside all turns. */
  readonly #db: Database
  readonly #clock: Clock
  readonly #underWay = new Set<Exchange>()
  readonly #askedAnew = new Set<string>()
  #areLeasesTold = true

  constructor(turns: Scheduler, db: Database, clock: Clock) {
    this.#turns = turns
    this.#db = db
    this.#clock = clock
  }

  /** What a process sends by. @param isDead whether it was killed */
  senderOf(process: object, isDead: () => boolean): Sender {
    return {
      send: async ({ body }) => {
        const eventId = (JSON.parse(body) as { id: string }).id
        const exchange = { eventId, process, ...(await this.#readLease(eventId)) }
        this.#checkAlone(exchange)
        this.#underWay.add(exchange)
        await this.#turns.schedule(Promise.resolve(), 'a delivery arrives')
        await this.#checkCommitted(eventId, body)
        const statusCode = this.isFailing ? 500 : 200
        if (statusCode === 200) this.arrived.add(eventId)
        await this.#turns.schedule(Promise.resolve(), 'its answer arrives')
        this.#underWay.delete(exchange)
        if (isDead()) return new Promise<Outcome>(() => {})
        const failure = statusCode === 200 ? null : ('http_status' as const)
        return { statusCode, retryAfter: undefined, failure, durationMs: 1, isBrokenOff: false }
      },
      abort: () => undefined,
      close: () => undefined,
    }
  }

  /** Forgets what a killed process was sending. */
  forget(process: object): void {
    for (const exchange of this.#underWay) if (exchange.process === process) this.#underWay.delete(exchange)
  }

  /** Leases that had ended seem to run again once the clock has been set back: from then on they say nothing. */
  ignoreLeases(): void {
    this.#areLeasesTold = false
  }

  /** Somebody asks for an event anew, which is then sent whoever has it in its hands. */
  expectAgain(eventId: string): void {
    this.#askedAnew.add(eventId)
  }

  /** Fails where anything was seen that must not be. */
  check(): void {
    assert.deepEqual(this.faults, [])
  }

  async #readLease(eventId: string): Promise<Pick<Exchange, 'lease' | 'leasedUntil'>> {
    const query = this.#db.selectFrom('webhook_queue').select(['lease', 'leased_until as leasedUntil'])
    return (await query.where('event_id', '=', eventId).executeTakeFirst()) ?? { lease: null, leasedUntil: null }
  }

  #checkAlone({ eventId, process, lease }: Exchange): void {
    // A process that was slow to send finds nothing where another one's arrival was written down meanwhile.
    if (!this.#areLeasesTold || lease === null || this.#askedAnew.has(eventId)) return
    for (const other of this.#underWay) {
      const isHeld = other.leasedUntil !== null && other.leasedUntil > this.#clock.now()
      if (other.eventId === eventId && isHeld && (other.lease !== lease || other.process === process))
        this.faults.push('a delivery was sent while it was in the hands of a process')
    }
  }

  async #checkCommitted(eventId: string, body: string): Promise<void> {
    const { data } = JSON.parse(body) as { data: { payment_intent_id: string; status: string } }
    const event = await this.#db.selectFrom('webhook_events').select('id').where('id', '=', eventId).executeTakeFirst()
    const intents = this.#db.selectFrom('payment_intents').select('status')
    const intent = await intents.where('id', '=', data.payment_intent_id).executeTakeFirst()
    if (event === undefined || intent?.status !== data.status)
      this.faults.push(`${data.status} was delivered, and not committed`)
  }
}
