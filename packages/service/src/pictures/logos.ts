import { onStrangersBehalf } from '../db/behalf.ts'
import type { Platform } from '../platform/platform.ts'
import { SharedReads } from '../platform/shared-reads.ts'
import { KeptPictures } from './kept-pictures.ts'
import { findLogo } from './logo-store.ts'
import type { Picture } from './picture-store.ts'

/** A logo that was taken away is shown no longer than this. */
const GOOD_FOR_MS = 4_000

/** Merchants' logos, as they were at most 4 seconds ago. Anybody may ask for one, as often as they like. */
export class Logos {
  readonly #platform: Pick<Platform, 'db' | 'clock'>
  readonly #kept: KeptPictures
  readonly #underWay = new SharedReads<Picture | null>()

  constructor(platform: Pick<Platform, 'db' | 'clock'>) {
    this.#platform = platform
    this.#kept = new KeptPictures(platform.clock)
  }

  /** The logo whose content has this digest; null where there is none. Whoever asks for the same meanwhile shares the answer. */
  async get(digest: string): Promise<Picture | null> {
    return this.#kept.find(digest) ?? this.#underWay.get(digest, () => this.#read(digest))
  }

  async #read(digest: string): Promise<Picture | null> {
    const { db, clock } = this.#platform
    const since = clock.now().getTime()
    const picture = await onStrangersBehalf(() => findLogo(db, digest))
    if (picture !== null) this.#kept.keep(digest, { picture, since, until: since + GOOD_FOR_MS })
    return picture
  }
}
