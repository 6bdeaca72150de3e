import { randomBytes } from 'node:crypto'

/** Ours ends before the service's own 30 minutes, so that nobody is given a purchase that is about to expire. */
const LIFETIME_MS = 25 * 60_000

/** What a purchase is called in the shop's own books. */
export const newReference = (): string => `order-${randomBytes(6).toString('hex')}`

/**
 * The reference of each purchase that the player has begun, until it ends: a page that is loaded again goes on with it,
 * whatever card was refused or identity was shown so far.
 */
export class OpenPurchases {
  readonly #begun = new Map<string, { readonly reference: string; readonly atMs: number }>()

  referenceFor(itemId: string, nowMs = Date.now()): string {
    const known = this.#begun.get(itemId)
    if (known && nowMs - known.atMs < LIFETIME_MS) return known.reference
    const reference = newReference()
    this.#begun.set(itemId, { reference, atMs: nowMs })
    return reference
  }

  /** The next one of its item is another. That an older one of the item ends, changes nothing. */
  end(reference: string): void {
    for (const [itemId, begun] of this.#begun) if (begun.reference === reference) this.#begun.delete(itemId)
  }
}
