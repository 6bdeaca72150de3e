import { timingSafeEqual } from 'node:crypto'

/**
 * What a token opens: a payment intent in the widget, the same on the hosted page (its cookie), a KYC session, or the
 * sandbox bank's challenge.
 */
export type SessionKind = 'pay' | 'hosted' | 'kyc' | 'challenge'

const KINDS: readonly string[] = ['pay', 'hosted', 'kyc', 'challenge'] satisfies SessionKind[]

interface Hasher {
  /** HMAC under the service's secret key. */
  hash(text: string): Buffer
}

const macOf = (secrets: Hasher, kind: SessionKind, id: string): string =>
  secrets.hash(`checkout-session:v1:${kind}:${id}`).toString('base64url')

/**
 * The token of a session, `v1.<kind>.<id>.<hmac>`. It follows from the id and the secret key, so that a replayed answer
 * is byte for byte the first one and nothing is stored; when it ends is read from the session's row.
 */
export const sessionToken = (secrets: Hasher, kind: SessionKind, id: string): string =>
  `v1.${kind}.${id}.${macOf(secrets, kind, id)}`

/** What a genuine token opens; null for any other text. Compares in constant time. */
export const readSessionToken = (secrets: Hasher, token: string): { kind: SessionKind; id: string } | null => {
  const [version, kind, id, mac, ...rest] = token.split('.')
  if (version !== 'v1' || !kind || !isKind(kind) || !id || !mac || rest.length > 0) return null
  const given = Buffer.from(mac)
  const expected = Buffer.from(macOf(secrets, kind, id))
  return given.length === expected.length && timingSafeEqual(given, expected) ? { kind, id } : null
}

const isKind = (kind: string): kind is SessionKind => KINDS.includes(kind)
