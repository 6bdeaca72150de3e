import { ConfigurationError } from './errors.ts'

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const encoder = new TextEncoder()

/** Both, one after the other. @internal */
export const concat = (head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}

/** Bytes of a base64 text; undefined where it is none. */
export const decodeBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** What is signed: `id.timestamp.body`. @see https://www.standardwebhooks.com */
export const signedContent = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> =>
  concat(encoder.encode(`${id}.${timestamp}.`), body)

/** Bytes of another realm as well. @throws ConfigurationError for what is neither text nor bytes. */
export const toBytes = (body: string | ArrayBuffer | Uint8Array): Uint8Array => {
  if (typeof body === 'string') return encoder.encode(body)
  try {
    const { buffer, byteLength, byteOffset } = ArrayBuffer.isView(body) ? body : new DataView(body)
    return new Uint8Array(buffer, byteOffset, byteLength)
  } catch {
    throw new ConfigurationError('verifyWebhook needs the raw body, not a parsed one')
  }
}

/** What Standard Webhooks asks of a key at least. */
const SHORTEST_KEY_BYTES = 24

/** One key or several, as a list or with commas between them. @internal */
export const splitKeys = (keys: string | readonly string[]): readonly string[] => String(keys).split(',')

/** The bytes of a signing key as given to the merchant. @throws ConfigurationError, without the key in it. */
export const decodeSigningKey = (key: string): Uint8Array<ArrayBuffer> => {
  const bytes = decodeBase64(key.replace(/^\s*whsec_/, ''))
  if (bytes === undefined || bytes.length < SHORTEST_KEY_BYTES) {
    throw new ConfigurationError(
      `A signing key must be the subscription's signing_key: whsec_ and the base64 of ${SHORTEST_KEY_BYTES} bytes or more, or several with commas between them`,
    )
  }
  return bytes
}

/** @throws ConfigurationError, without the key in it. */
export const importSigningKey = async (key: string, usage: 'sign' | 'verify'): Promise<SigningKey> =>
  crypto.subtle.importKey('raw', decodeSigningKey(key), { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
