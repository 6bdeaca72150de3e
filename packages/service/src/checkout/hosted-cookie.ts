import { formatCookie } from '../http/cookies.ts'

/** Holds the session of one hosted page; its path keeps it from every other. @see decisions.md §4 */
export const HOSTED_COOKIE = 'coinslot_pay'

/** The `Set-Cookie` of a hosted page at `baseUrl`; it ends with the browser's session. */
export const hostedCookie = (baseUrl: string, intentId: string, token: string): string =>
  formatCookie({
    name: HOSTED_COOKIE,
    value: token,
    baseUrl,
    path: `/pay/${intentId}`,
    sameSite: 'Lax',
  })
