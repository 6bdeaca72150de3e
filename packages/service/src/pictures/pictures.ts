import type { LookupFunction } from 'node:net'
import type { Executor } from '../db/database.ts'
import { FairTurns } from '../db/fair-turns.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { ageMs } from '../platform/clock.ts'
import { systemLookup } from '../outbound/guarded-lookup.ts'
import { lookupsInTurn } from '../outbound/lookups-in-turn.ts'
import type { Platform } from '../platform/platform.ts'
import { sha256 } from '../platform/secrets.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import { FETCH_TIMEOUT_MS, fetchPicture } from './fetch-picture.ts'
import { KeptPictures } from './kept-pictures.ts'
import {
  findPicture,
  forgetPictures,
  keepNewestPictures,
  type Picture,
  type PictureKey,
  type StoredPicture,
  writePicture,
} from './picture-store.ts'

const KEPT_MS = 86_400_000
/** Until a picture that could not be had is asked for again. */
const MISSING_KEPT_MS = 600_000
const MAX_AT_ONCE = 12
/** Merchants whose hosts do not answer leave room for others. */
const MAX_PER_MERCHANT_AT_ONCE = 4
/** Those that wait for their turn included. */
const MAX_PER_MERCHANT_UNDER_WAY = 8
const MAX_PER_MERCHANT_AND_HOUR = 300
const HOUR_SECONDS = 3_600
/** The largest pictures, as many as may be fetched in an hour, would take gigabytes of the disk in a day. */
const MAX_BYTES_PER_MERCHANT = 268_435_456
const MAX_REMEMBERED = 10_000

/**
 * Items' pictures, fetched from where their merchants have them and kept for a day: one copy per merchant and address, and
 * 256 MiB of them per merchant, without those that were fetched first.
 */
export class Pictures {
  readonly #platform: Platform
  readonly #maxBytesPerMerchant: number
  readonly #perMerchant: RateLimit
  readonly #underWay = new SharedReads<Picture | null>()
  readonly #turns = new FairTurns({ atOnce: MAX_AT_ONCE, atOnceEach: MAX_PER_MERCHANT_AT_ONCE })
  /** Until when nothing has to be looked for, by key. */
  readonly #known = new Map<string, number>()
  /** Names whose servers do not answer are looked up for longer than anybody waits: webhooks have the rest of the look-ups. */
  readonly #lookupOf: (merchantId: string) => LookupFunction
  readonly #kept: KeptPictures
  readonly #closing = new AbortController()

  constructor(
    platform: Platform,
    maxBytesPerMerchant = MAX_BYTES_PER_MERCHANT,
    resolve: LookupFunction = systemLookup,
  ) {
    this.#platform = platform
    this.#lookupOf = lookupsInTurn(resolve, FETCH_TIMEOUT_MS, MAX_AT_ONCE)
    this.#maxBytesPerMerchant = maxBytesPerMerchant
    this.#kept = new KeptPictures(platform.clock)
    this.#perMerchant = new RateLimit(MAX_PER_MERCHANT_AND_HOUR, HOUR_SECONDS, platform.clock)
  }

  /** Has a picture fetched that somebody will ask for soon; nobody waits for it. */
  prepare(merchantId: string, address: string): void {
    const name = nameOf(merchantId, address)
    if ((this.#known.get(name) ?? 0) > this.#platform.clock.now().getTime()) return
    this.get(merchantId, address).catch((error: unknown) =>
      this.#platform.log.debug({ err: error }, 'a picture was not kept'),
    )
  }

  /** The picture at an address; null where there is none to be had. Whoever asks for the same meanwhile shares the answer. */
  async get(merchantId: string, address: string): Promise<Picture | null> {
    const name = nameOf(merchantId, address)
    return this.#kept.find(name) ?? this.#underWay.get(name, () => this.#read(merchantId, address, name))
  }

  /** Breaks off what is under way. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#underWay.ended()
  }

  async #read(merchantId: string, address: string, name: string): Promise<Picture | null> {
    const { db, clock } = this.#platform
    const key: PictureKey = { merchantId, addressHash: sha256(address) }
    const now = clock.now()
    const stored = await findPicture(db, key)
    if (stored !== null && ageMs(stored.fetchedAt.getTime(), now.getTime()) < keptMs(stored)) {
      return this.#remember(name, stored)
    }
    if (this.#hasNoRoom(merchantId) || this.#perMerchant.count(merchantId).exceeded) return null
    const lookup = this.#lookupOf(merchantId)
    const fetch = () => fetchPicture(this.#platform.config, address, this.#closing.signal, lookup)
    const picture = await this.#turns.during(fetch, merchantId)
    if (this.#closing.signal.aborted) return null
    const found = { picture, fetchedAt: now }
    await writePicture(db, key, found)
    if (picture !== null) await keepNewestPictures(db, merchantId, this.#maxBytesPerMerchant)
    return this.#remember(name, found)
  }

  /** Whoever asks is among those that are under way. */
  #hasNoRoom(merchantId: string): boolean {
    return this.#underWay.count(nameOf(merchantId, '')) > MAX_PER_MERCHANT_UNDER_WAY
  }

  #remember(name: string, found: StoredPicture): Picture | null {
    const since = found.fetchedAt.getTime()
    const until = since + keptMs(found)
    if (this.#known.size >= MAX_REMEMBERED) this.#known.clear()
    this.#known.set(name, until)
    if (found.picture !== null) this.#kept.keep(name, { picture: found.picture, since, until })
    return found.picture
  }
}

const keptMs = ({ picture }: StoredPicture): number => (picture === null ? MISSING_KEPT_MS : KEPT_MS)

const nameOf = (merchantId: string, address: string): string => `${merchantId} ${address}`

/** Forgets pictures after their day. */
export const forgetOldPictures = (db: Executor, now: Date): Promise<void> =>
  forgetPictures(db, new Date(now.getTime() - KEPT_MS))
