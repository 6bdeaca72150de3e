import { httpUrlSchema } from './primitives.ts'

/** A web origin, which may be written with a slash behind it. @see RFC 6454 */
export const originSchema = httpUrlSchema
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => new URL(text).origin === text, { error: 'must be an origin such as https://shop.example' })
