import { createHmac, createSecretKey, randomBytes } from 'node:crypto'
import { WEBHOOK_HEADERS } from '@coinslot/contract'

const KEY_PREFIX = 'whsec_'
const KEY_BYTES = 32

/** A signing key as a subscription shows it: `whsec_` and the base64 of 32 bytes, random ones unless given. */
export const signingKey = (bytes: Buffer = randomBytes(KEY_BYTES)): string => KEY_PREFIX + bytes.toString('base64')

/** What is signed: the body byte for byte as it is sent. */
export interface SignedMessage {
  readonly id: string
  readonly at: Date
  readonly body: string
}

const signature = (content: string, key: string): string => {
  const secret = createSecretKey(key.slice(KEY_PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', secret).update(content).digest('base64')}`
}

/**
 * Headers of the Standard Webhooks scheme, with one signature per key.
 * @see decisions.md §7
 */
export const signatureHeaders = ({ id, at, body }: SignedMessage, keys: readonly string[]): Record<string, string> => {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const content = `${id}.${timestamp}.${body}`
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: timestamp,
    [WEBHOOK_HEADERS.signature]: keys.map((key) => signature(content, key)).join(' '),
  }
}
