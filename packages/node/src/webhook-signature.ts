import { ConfigurationError } from './errors.ts'

type SigningKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

const encoder = new TextEncoder()

const concat = (head: Uint8Array, body: Uint8Array): Uint8Array<ArrayBuffer> => {
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

export const toBytes = (body: string | ArrayBuffer | Uint8Array): Uint8Array => {
  if (typeof body === 'string') return encoder.encode(body)
  return body instanceof Uint8Array ? body : new Uint8Array(body)
}

/** A signing key as given to the merchant: `whsec_` and base64. @throws ConfigurationError, without the key in it. */
export const importSigningKey = async (key: string, usage: 'sign' | 'verify'): Promise<SigningKey> => {
  const bytes = decodeBase64(key.replace(/^whsec_/, ''))
  if (bytes === undefined || bytes.length === 0) {
    throw new ConfigurationError('a signing key must be whsec_ followed by base64')
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [usage])
}
