import { createHash } from 'node:crypto'

/** The id of the payment with this number, as it is filled in. */
export const paymentId = (nr: number): string =>
  createHash('md5')
    .update(`payment ${nr}`)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
