interface Wanting {
  readonly merchantId: string
  /** Deliveries that may start. */
  readonly capacity: number
}

export interface Places {
  /** How many more this process takes of all merchants together. */
  readonly free: number
  /** Deliveries under way, by merchant. */
  readonly inFlight: ReadonlyMap<string, number>
}

/**
 * Leaves each merchant half of the places that no other holds, so that something stays free, however many endpoints of one
 * are slow. Where all its subscriptions want more, each may start its part, and at least one while there is any room.
 */
export const withinShares = <T extends Wanting>(wanted: readonly T[], { free, inFlight }: Places): T[] => {
  const sums = new Map<string, number>()
  for (const { merchantId, capacity } of wanted) sums.set(merchantId, (sums.get(merchantId) ?? 0) + capacity)
  return wanted.flatMap((each) => {
    const held = inFlight.get(each.merchantId) ?? 0
    const room = Math.floor((free + held) / 2) - held
    if (room <= 0) return []
    const sum = sums.get(each.merchantId) ?? 0
    return sum <= room ? [each] : [{ ...each, capacity: Math.max(1, Math.floor((each.capacity * room) / sum)) }]
  })
}
