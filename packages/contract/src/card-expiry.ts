/** A card is good to the end of its month, wherever on earth that ends last: by the clocks twelve hours behind UTC. */
export const hasCardExpired = (month: number, year: number, nowMs: number): boolean =>
  Date.UTC(year, month, 1, 12) <= nowMs
