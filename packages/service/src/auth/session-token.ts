import type { Secrets } from '../platform/secrets.ts'

const KINDS = [
  /** A payment intent in the widget. */
  'pay',
  /** The same on the hosted page: its cookie. */
  'hosted',
  /** A KYC session. */
  'kyc',
  /** The challenge of the sandbox's bank. */
  'challenge',
  /** The picture of a payment's item, and nothing else of it. */
  'picture',
  /** The link by which a phone takes over the documents of a KYC session. */
  'phone_link',
  /** What the phone holds from then on: its cookie. */
  'phone',
] as const

/** What a token opens. */
type SessionKind = (typeof KINDS)[number]

type Signer = Pick<Secrets, 'mac' | 'isMac'>

const textOf = (kind: SessionKind, id: string): string => `checkout-session:v1:${kind}:${id}`

/**
 * The token of a session, `v1.<kind>.<id>.<hmac>`. It follows from the id and the newest secret key, so that a replayed
 * answer is byte for byte the first one and nothing is stored; when it ends is read from the session's row.
 */
export const sessionToken = (secrets: Signer, kind: SessionKind, id: string): string =>
  `v1.${kind}.${id}.${secrets.mac(textOf(kind, id)).toString('base64url')}`

/** What a genuine token opens; null for any other text. Compares in constant time. */
export const readSessionToken = (secrets: Signer, token: string): { kind: SessionKind; id: string } | null => {
  const [version, kind, id, mac, ...rest] = token.split('.')
  if (version !== 'v1' || !kind || !isKind(kind) || !id || !mac || rest.length > 0) return null
  const given = Buffer.from(mac, 'base64url')
  // One way to write a token: what decodes to it is not it.
  const isStrict = given.toString('base64url') === mac
  return isStrict && secrets.isMac(textOf(kind, id), given) ? { kind, id } : null
}

const isKind = (kind: string): kind is SessionKind => KINDS.some((each) => each === kind)
