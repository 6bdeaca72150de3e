import type { Overview } from '@coinslot/contract/dashboard-operations'
import { amountOf, centsOf } from '../payments/amount-rules.ts'
import type { StoredStatus } from '../payments/state-rules.ts'

export const HOUR_MS = 60 * 60_000

type Totals = Overview['totals']

/** Intents of one hour that have so much in common. */
export interface Counted {
  readonly at: Date
  readonly status: StoredStatus
  readonly errorCode: string | null
  readonly currency: string
  readonly intents: number
  /** With two decimals. */
  readonly amount: string
}

/** Sums of those that are alike, in the order in which they come. */
const sums = <Key>(
  counted: readonly Counted[],
  keyOf: (each: Counted) => Key,
  numberOf: (each: Counted) => number,
): Map<Key, number> => {
  const known = new Map<Key, number>()
  for (const each of counted) known.set(keyOf(each), (known.get(keyOf(each)) ?? 0) + numberOf(each))
  return known
}

/** By outcome; those that were turned away created no intent. */
export const totalsOf = (counted: readonly Counted[]): Totals => {
  const by = sums(
    counted,
    ({ status }) => status,
    ({ intents }) => intents,
  )
  const of = (status: Counted['status']) => by.get(status) ?? 0
  const [approved, declined, expired] = [of('Approved'), of('Declined'), of('Expired')]
  const created = of('Created') + approved + declined + expired
  return { created, approved, declined, expired, refused: of('Refused') }
}

/** Every hour of a range, those in which nothing happened included. */
export const everyHour = (counted: readonly Counted[], from: Date, hours: number): Overview['hours'] =>
  Array.from({ length: hours }, (_, index) => {
    const atMs = from.getTime() + index * HOUR_MS
    const ofHour = counted.filter(({ at }) => at.getTime() === atMs)
    return { at: new Date(atMs).toISOString(), ...totalsOf(ofHour) }
  })

/** Approved amounts, one for each currency. */
export const volumeOf = (counted: readonly Counted[]): Overview['volume'] => {
  const cents = new Map<string, bigint>()
  for (const { status, currency, amount } of counted) {
    if (status === 'Approved') cents.set(currency, (cents.get(currency) ?? 0n) + centsOf(amount))
  }
  return [...cents]
    .map(([currency, sum]) => ({ currency, amount: amountOf(sum) }))
    .toSorted((a, b) => a.currency.localeCompare(b.currency))
}

/** Why buyers were turned away and cards refused, the most frequent first. */
export const refusalsOf = (
  counted: readonly Counted[],
  cards: readonly { readonly reason: string | null; readonly count: number }[],
): Overview['refusals'] => {
  const turnedAway = sums(
    counted.filter(({ status }) => status === 'Refused'),
    ({ errorCode }) => errorCode ?? 'refused',
    ({ intents }) => intents,
  )
  return [
    ...[...turnedAway].map(([reason, count]) => ({ reason, count })),
    ...cards.map(({ reason, count }) => ({ reason: reason ?? 'card_refused', count })),
  ].toSorted((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}
