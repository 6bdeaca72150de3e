import { DASHBOARD_LIMITS, DASHBOARD_PATH } from '@coinslot/contract/dashboard'
import { formatCookie } from '../http/cookies.ts'
import { isLoopback } from '../platform/loopback.ts'

export const DASHBOARD_COOKIE = 'coinslot_dashboard'

/** WebKit alone, of today's engines, takes no `Secure` cookie from `http://127.0.0.1`. */
const isWebKit = (userAgent = ''): boolean => /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)|Edg/.test(userAgent)

/** Whether the browser keeps a `Secure` cookie from this address: from https, and most of them from this machine. */
export const takesSecureCookie = (baseUrl: string, userAgent: string | undefined): boolean => {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || (isLoopback(hostname) && !isWebKit(userAgent))
}

/** The service's address, and the browser that keeps the cookie. */
export interface CookiePlace {
  readonly baseUrl: string
  readonly userAgent: string | undefined
}

/** The `Set-Cookie` of a session; an empty token ends it in the browser. */
export const sessionCookie = (token: string, { baseUrl, userAgent }: CookiePlace): string =>
  formatCookie({
    name: DASHBOARD_COOKIE,
    value: token,
    baseUrl,
    path: DASHBOARD_PATH,
    sameSite: 'Strict',
    isSecure: takesSecureCookie(baseUrl, userAgent),
    maxAgeSeconds: token === '' ? 0 : DASHBOARD_LIMITS.sessionHours * 60 * 60,
  })
