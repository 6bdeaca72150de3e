import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { Place, Sealed } from '../db/sealed.ts'
import { hmacOf, ID_BYTES, type SecretKey } from './secret-keys.ts'

/** What the service does with its secret keys. Keys for finding, for signing and for encryption are kept apart. */
export interface Secrets {
  /** HMAC-SHA-256 of a text, for values that must be found but not read; the same whatever the secret key. */
  hash(text: string): Buffer
  /** HMAC-SHA-256 of a text under the newest key, for what a caller shows again. */
  mac(text: string): Buffer
  /** Whether `mac` was made of that text under any of the keys. Compares in constant time. */
  isMac(text: string, mac: Buffer): boolean
  /** AES-256-GCM under the newest key; can be read at that place only. */
  encrypt(plain: string | Buffer, place: Place): Buffer
  /** @throws {SecretError} `secret_unreadable` when the bytes were not made by `encrypt` for this place under one of the keys. */
  decrypt(sealed: Sealed): Buffer
  /** Begins every ciphertext under the newest key. */
  readonly newestPrefix: Buffer
  /** Reads no more ciphertexts that name neither key nor place: there are none left. */
  endEarlierForm(): void
}

/** Something encrypted cannot be read; the message says which key it would take. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code = 'secret_unreadable'
}

export interface SecretsOptions {
  /** Newest first, at least one. */
  readonly keys: readonly SecretKey[]
  readonly lookupKey: Buffer
  /** Whether ciphertexts of the earlier form are read: nonce, tag and body, without a key's name and without a place. */
  readonly readsEarlierForm: boolean
}

/** First byte of every ciphertext but those of the earlier form, which begin with a random one. */
const FORM = 2
const PREFIX_BYTES = 1 + ID_BYTES
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Begins every ciphertext under the key of this id. */
export const prefixOf = (id: Buffer): Buffer => Buffer.concat([Buffer.from([FORM]), id])

/** @throws {Error} where the tag says that key, place or bytes are not those of the encryption. */
const open = (key: KeyObject, bytes: Buffer, place: Place | null): Buffer => {
  const body = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  if (place !== null) decipher.setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, body))
  return Buffer.concat([decipher.update(bytes.subarray(body)), decipher.final()])
}

const tryOpen = (key: KeyObject, bytes: Buffer, place: Place | null): Buffer | null => {
  try {
    return open(key, bytes, place)
  } catch {
    return null
  }
}

/** What one of the keys has encrypted in the earlier form, and that key; null where none has. */
export const openEarlierForm = (
  keys: readonly SecretKey[],
  bytes: Buffer,
): { readonly key: SecretKey; readonly plain: Buffer } | null => {
  for (const key of keys) {
    const plain = tryOpen(key.encryption, bytes, null)
    if (plain !== null) return { key, plain }
  }
  return null
}

const unreadable = (keys: readonly SecretKey[], { bytes, place }: Sealed): SecretError => {
  const [column] = place.split(':')
  const id = bytes.subarray(1, PREFIX_BYTES)
  if (bytes[0] !== FORM || keys.some((key) => key.id.equals(id))) {
    return new SecretError(`A value of ${column} cannot be read: it was changed or moved, or its key is not configured`)
  }
  return new SecretError(
    `A value of ${column} is encrypted with key ${id.toString('hex')}, which is not configured; add that key behind the newest`,
  )
}

export const createSecrets = ({ keys, lookupKey, readsEarlierForm }: SecretsOptions): Secrets => {
  const [newest] = keys
  if (newest === undefined) throw new Error('There is at least one secret key')
  const newestPrefix = prefixOf(newest.id)
  const finding = createSecretKey(lookupKey)
  let isEarlierFormRead = readsEarlierForm
  const read = ({ bytes, place }: Sealed): Buffer | null => {
    const named = keys.find(({ id }) => prefixOf(id).equals(bytes.subarray(0, PREFIX_BYTES)))
    const plain = named ? tryOpen(named.encryption, bytes.subarray(PREFIX_BYTES), place) : null
    return plain ?? (isEarlierFormRead ? (openEarlierForm(keys, bytes)?.plain ?? null) : null)
  }
  return {
    newestPrefix,
    hash: (text) => hmacOf(finding, text),
    mac: (text) => hmacOf(newest.mac, text),
    isMac: (text, mac) => keys.some(({ mac: key }) => isSameSecret(hmacOf(key, text), mac)),
    encrypt: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', newest.encryption, nonce).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([newestPrefix, nonce, cipher.getAuthTag(), body])
    },
    decrypt: (sealed) => {
      const plain = read(sealed)
      if (plain === null) throw unreadable(keys, sealed)
      return plain
    },
    endEarlierForm: () => {
      isEarlierFormRead = false
    },
  }
}

/** What was sealed, as text; null where it cannot be read, as where the key that it takes is not configured. */
export const readIfPossible = (secrets: Secrets, sealed: Sealed): string | null => {
  try {
    return secrets.decrypt(sealed).toString()
  } catch (error) {
    if (error instanceof SecretError) return null
    throw error
  }
}

/** Whether two are the same; the time it takes tells no more than whether they are of one length. */
export const isSameSecret = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

/** SHA-256, for values of 256 random bits, which no dictionary holds. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** 256 random bits as base64url, 43 characters. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
