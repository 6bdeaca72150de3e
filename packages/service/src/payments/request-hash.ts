import { sha256, type Secrets } from '../platform/secrets.ts'

/** Hashes of requests without a key are 32 bytes, SHA-256; with one they begin with the number of their form. */
const KEYED_FORM = Buffer.from([2])

/** What is kept of a request, to know it again: nobody without the key can try which request it was of. */
export const keyedHash = (secrets: Secrets, unkeyed: Buffer): Buffer =>
  Buffer.concat([KEYED_FORM, secrets.hash(`request:${unkeyed.toString('hex')}`)])

/** What a request's canonical text hashes to without a key: from this the keyed hash is made, of old rows as of new. */
export const unkeyedHash = (canonical: string): Buffer => sha256(canonical)
