import { ageMs, type Clock } from '../platform/clock.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import { onNobodysBehalf } from '../db/behalf.ts'
import type { Executor } from '../db/database.ts'
import { type ClientRecord, findClient } from './client-store.ts'
import { REFRESH_AFTER_MS, STALE_AFTER_MS } from './freshness.ts'

interface Entry {
  readonly record: ClientRecord | null
  readonly readAt: number
}

/** Clients as they were at most 4 seconds ago, without a query for most requests. @see decisions.md §2 */
export class ClientDirectory {
  readonly #db: Executor
  readonly #clock: Clock
  readonly #maxClients: number
  readonly #entries = new Map<string, Entry>()
  readonly #reading = new SharedReads<ClientRecord | null>()

  constructor(db: Executor, clock: Clock, maxClients = 10_000) {
    this.#db = db
    this.#clock = clock
    this.#maxClients = maxClients
  }

  /** The client as remembered, at most 4 seconds old; `undefined` when it would have to be read. */
  peek(id: string): ClientRecord | null | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    const age = ageMs(entry.readAt, this.#clock.now().getTime())
    if (age > STALE_AFTER_MS) return undefined
    // Requests go on with what is known while one of them renews it; its failure shows when the entry is stale.
    if (age > REFRESH_AFTER_MS) this.read(id).catch(() => undefined)
    return entry.record
  }

  async get(id: string): Promise<ClientRecord | null> {
    const known = this.peek(id)
    return known === undefined ? this.read(id) : known
  }

  /** Reads the client afresh; concurrent reads of one client share a query. */
  read(id: string): Promise<ClientRecord | null> {
    return this.#reading.get(id, () => this.#load(id))
  }

  async #load(id: string): Promise<ClientRecord | null> {
    const readAt = this.#clock.now().getTime()
    const find = () => findClient(this.#db, id)
    // One that is known is read for all who ask meanwhile, whoever asked first.
    const record = await (this.#entries.get(id)?.record ? onNobodysBehalf(find) : find())
    this.#entries.delete(id)
    this.#entries.set(id, { record, readAt })
    const oldest = this.#entries.keys().next()
    if (this.#entries.size > this.#maxClients && oldest.done === false) this.#entries.delete(oldest.value)
    return record
  }
}
