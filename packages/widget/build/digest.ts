import { createHash } from 'node:crypto'

/** As in an `integrity` attribute, over the exact bytes served. */
export const sha384 = (bytes: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(bytes).digest('base64')}`
