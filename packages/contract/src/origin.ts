import { httpUrlSchema } from './primitives.ts'

/**
 * A name or an address of IPv4, without the characters that mean something in the policy in which origins are written (`*`, `;`,
 * `,`). An address of IPv6 stands in brackets, for which a policy has no form (CSP3, §2.3.1): browsers leave it out.
 */
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d+)?$/

/** The origin that a text means, such as that of a page's address or in a browser's spelling, else an example of one. */
export const exampleOrigin = (text: string): string => {
  const origin = URL.canParse(text) ? new URL(text).origin : ''
  return ORIGIN.test(origin) ? origin : 'https://shop.example'
}

/** A web origin, which may be written with a slash behind it; no pattern of several. @see RFC 6454 */
export const originSchema = httpUrlSchema
  .transform((text) => text.replace(/\/$/, ''))
  .refine((text) => new URL(text).origin === text && ORIGIN.test(text), {
    error: ({ input }) => `must be an origin such as ${exampleOrigin(String(input))}`,
  })
