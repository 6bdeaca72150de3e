/** Bytes as Postgres reads them in a text. */
export const byteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`
