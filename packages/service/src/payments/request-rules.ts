import { LIMITS } from '@coinslot/contract'
import { centsOf } from './amount-rules.ts'

/** Whether an amount lies within a merchant's bounds, both included. Decimal strings with two decimals. */
export const isWithin = (amount: string, min: string, max: string): boolean =>
  centsOf(amount) >= centsOf(min) && centsOf(amount) <= centsOf(max)

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
  now: { readonly mode: IntentMode; readonly requestHash: Buffer; readonly unkeyedRequestHash: Buffer },
): boolean =>
  first.mode === now.mode &&
  (first.requestHash.equals(now.requestHash) || first.requestHash.equals(now.unkeyedRequestHash))

/** When an intent created at `now` expires. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + LIMITS.intentMinutes * 60_000)

const ROLLING_MS = 24 * 3_600_000
/** From when on approved amounts count towards the KYC threshold. */
export const rollingSince = (now: Date): Date => new Date(now.getTime() - ROLLING_MS)

const VERSION_BYTE = 6
const VARIANT_BYTE = 8

/** The UUID (version 8, RFC 9562) that the first 16 bytes of a hash make. */
export const uuidOf = (hash: Buffer): string => {
  const bytes = Buffer.from(hash.subarray(0, 16))
  bytes[VERSION_BYTE] = ((bytes[VERSION_BYTE] ?? 0) & 0x0f) | 0x80
  bytes[VARIANT_BYTE] = ((bytes[VARIANT_BYTE] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
