import { httpUrlSchema } from './primitives.ts'

/** A name or an address, without the characters that mean something in the policy in which origins are written (`*`, `;`, `,`). */
const ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/

/** A web origin, which may be written with a slash behind it; no pattern of several. @see RFC 6454 */
export const originSchema = httpUrlSchema
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => new URL(text).origin === text && ORIGIN.test(text), {
    error: 'must be an origin such as https://shop.example',
  })
