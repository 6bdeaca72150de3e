import { LIMITS } from '@coinslot/contract'

const cents = (amount: string): bigint => BigInt(amount.replace('.', ''))

/** Whether an amount lies within a merchant's bounds, both included. Decimal strings with two decimals. */
export const isWithin = (amount: string, min: string, max: string): boolean =>
  cents(amount) >= cents(min) && cents(amount) <= cents(max)

/** JSON with the keys of every object in order, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export type IntentMode = 'widget' | 'redirect'

/** Whether a request repeats the one that was answered under its key. @see decisions.md §3 */
export const isReplay = (
  first: { readonly mode: IntentMode; readonly requestHash: Buffer },
  now: { readonly mode: IntentMode; readonly requestHash: Buffer },
): boolean => first.mode === now.mode && first.requestHash.equals(now.requestHash)

/** When an intent created at `now` expires. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + LIMITS.intentMinutes * 60_000)

const ROLLING_MS = 24 * 3_600_000
/** From when on approved amounts count towards the KYC threshold. */
export const rollingSince = (now: Date): Date => new Date(now.getTime() - ROLLING_MS)
