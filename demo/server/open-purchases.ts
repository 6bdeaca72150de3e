import { randomUUID } from 'node:crypto'

/** Ours ends before the service's own 30 minutes, so that nobody is given a purchase that is about to expire. */
const LIFETIME_MS = 25 * 60_000

/**
 * The idempotency key of each purchase that the player has begun, until it ends: a page that is loaded again goes on with
 * it, whatever card was refused or identity was shown so far.
 */
export class OpenPurchases {
  readonly #begun = new Map<string, { readonly key: string; readonly atMs: number }>()

  keyFor(itemId: string, nowMs = Date.now()): string {
    const known = this.#begun.get(itemId)
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.key
    const key = randomUUID()
    this.#begun.set(itemId, { key, atMs: nowMs })
    return key
  }

  /** The next one is another. */
  end(itemId: string): void {
    this.#begun.delete(itemId)
  }
}
