import { LIMITS, WEBHOOK_HEADERS, type WebhookEvent, webhookEventSchema } from '@coinslot/contract'
import { checkedNumber } from './checked.ts'
import { ConfigurationError, WebhookVerificationError } from './errors.ts'
import { decodeBase64, importSigningKey, signedContent, splitKeys, toBytes } from './webhook-signature.ts'

/** Headers as any server gives them; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** How a webhook is verified. */
export interface VerifyOptions {
  /** How far the timestamp may be from now, both ways; default 300 seconds. */
  readonly toleranceSeconds?: number | undefined
  /** Default the platform's time. */
  readonly now?: Date | undefined
}

/** More than a rotation needs; bounds the work that a forged header can cause. */
const MOST_SIGNATURES = 16

const isHeaders = (headers: WebhookHeaders): headers is Headers => typeof headers?.get === 'function'

const readHeader = (headers: WebhookHeaders, name: string): string => {
  const value = isHeaders(headers)
    ? headers.get(name)
    : Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1]
  const text: unknown = Array.isArray(value) ? value.join(' ') : value
  if (typeof text !== 'string' || !text) throw new WebhookVerificationError('header_missing')
  return text
}

const checkTimestamp = (timestamp: string, { now, toleranceSeconds }: VerifyOptions): void => {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('timestamp_malformed')
  }
  const tolerance = checkedNumber('toleranceSeconds', toleranceSeconds ?? LIMITS.webhookToleranceSeconds)
  const aheadSeconds = Number(timestamp) - Number((now ?? new Date()).getTime?.()) / 1000
  if (Number.isNaN(aheadSeconds)) throw new ConfigurationError('now must be a valid Date')
  if (aheadSeconds < -tolerance) throw new WebhookVerificationError('timestamp_too_old')
  if (aheadSeconds > tolerance) throw new WebhookVerificationError('timestamp_too_new')
}

/** Every key against every signature, each compared in constant time by the platform. */
const matchesAny = async (
  keys: readonly string[],
  signatures: readonly Uint8Array<ArrayBuffer>[],
  content: Uint8Array<ArrayBuffer>,
) => {
  const imported = await Promise.all(keys.map((key) => importSigningKey(key, 'verify')))
  const pairs = imported.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, content)),
  )
  return (await Promise.all(pairs)).includes(true)
}

const parseEvent = (body: Uint8Array): WebhookEvent => {
  let event: unknown
  try {
    event = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new WebhookVerificationError('body_malformed')
  }
  const parsed = webhookEventSchema.safeParse(event)
  if (parsed.success) return event as WebhookEvent
  const isUnknownType = parsed.error.issues.some(({ path }) => path[0] === 'type')
  throw new WebhookVerificationError(isUnknownType ? 'unknown_event' : 'body_malformed')
}

/**
 * Checks that a webhook is the service's and recent, and gives its event with unknown fields kept.
 * @param rawBody the body exactly as received, never parsed and serialised again.
 * @param keys every `signing_key` that may have signed; several during a rotation, as a list or with commas between them.
 * @throws {WebhookVerificationError} `webhook_verification_failed`, with the `reason`.
 * @throws {ConfigurationError} `invalid_configuration` where there is no key, or one that cannot be a key; where
 * `rawBody` is neither text nor bytes, such as a parsed body; where `toleranceSeconds` is not a number
 * of 0 or more, or `now` no valid Date.
 * @see https://www.standardwebhooks.com
 */
export const verifyWebhook = async (
  rawBody: string | ArrayBuffer | Uint8Array,
  headers: WebhookHeaders,
  keys: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const id = readHeader(headers, WEBHOOK_HEADERS.id)
  const timestamp = readHeader(headers, WEBHOOK_HEADERS.timestamp)
  const signatures = readHeader(headers, WEBHOOK_HEADERS.signature)
    .split(' ', MOST_SIGNATURES)
    .flatMap((part) => (part.startsWith('v1,') ? (decodeBase64(part.slice(3)) ?? []) : []))
  checkTimestamp(timestamp, options ?? {})
  const body = toBytes(rawBody)
  if (!(await matchesAny(splitKeys(keys), signatures, signedContent(id, timestamp, body)))) {
    throw new WebhookVerificationError('signature_mismatch')
  }
  return parseEvent(body)
}
