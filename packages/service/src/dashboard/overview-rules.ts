import type { Overview } from '@coinslot/contract/dashboard-operations'

export const HOUR_MS = 60 * 60_000

interface Counted extends Readonly<Overview['totals']> {
  readonly at: Date
}

const NOTHING = { created: 0, approved: 0, declined: 0, expired: 0, refused: 0 }

/** Every hour of a range, those in which nothing happened included. */
export const everyHour = (counted: readonly Counted[], from: Date, hours: number): Overview['hours'] => {
  const known = new Map(counted.map(({ at, ...counts }) => [at.getTime(), counts]))
  return Array.from({ length: hours }, (_, index) => {
    const atMs = from.getTime() + index * HOUR_MS
    return { at: new Date(atMs).toISOString(), ...NOTHING, ...known.get(atMs) }
  })
}

export const sumOf = (counted: readonly Counted[]): Overview['totals'] =>
  counted.reduce(
    (sum, each) => ({
      created: sum.created + each.created,
      approved: sum.approved + each.approved,
      declined: sum.declined + each.declined,
      expired: sum.expired + each.expired,
      refused: sum.refused + each.refused,
    }),
    NOTHING,
  )
