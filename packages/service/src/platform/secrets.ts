import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hash, hkdfSync, randomBytes } from 'node:crypto'

/** What the service does with its secret key. Keys for hashing and for encryption are derived apart. */
export interface Secrets {
  /** HMAC-SHA-256 of a text, for values that must be found but not read. */
  hash(text: string): Buffer
  /** AES-256-GCM; the answer holds nonce, tag and ciphertext. */
  encrypt(plain: string | Buffer): Buffer
  /** @throws {Error} when the bytes were not made by `encrypt` under the same key. */
  decrypt(sealed: Buffer): Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param secretKey at least 32 characters. */
export const createSecrets = (secretKey: string): Secrets => {
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, 'coinslot', purpose, 32)))
  const hashKey = derive('hash')
  const encryptionKey = derive('encrypt')
  return {
    hash: (text) => createHmac('sha256', hashKey).update(text).digest(),
    encrypt: (plain) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    decrypt: (sealed) => {
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    },
  }
}

/** SHA-256, for values of 256 random bits, which no dictionary holds. */
export const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer')

/** 256 random bits as base64url, 43 characters. */
export const randomSecret = (): string => randomBytes(32).toString('base64url')
