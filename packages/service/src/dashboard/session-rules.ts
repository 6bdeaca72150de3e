import { DASHBOARD_LIMITS, DASHBOARD_PATH } from '@coinslot/contract/dashboard'

/** Who has a session: one merchant's people, or the operator's. */
export type Scope =
  | { readonly role: 'merchant'; readonly merchantId: string }
  | { readonly role: 'operator'; readonly merchantId: null }

/** The scope of a link or session as it is stored. */
export const scopeOf = (merchantId: string | null): Scope =>
  merchantId === null ? { role: 'operator', merchantId } : { role: 'merchant', merchantId }

/**
 * Whose rows are asked for: one merchant's, or everybody's (null). `undefined` where the scope may not see them: the
 * caller answers as if there were none.
 * @param asked the merchant that the request names, if it names one.
 */
export const merchantAsked = (scope: Scope, asked: string | undefined): string | null | undefined => {
  const named = asked?.toLowerCase()
  if (scope.role === 'operator') return named ?? null
  return named === undefined || named === scope.merchantId ? scope.merchantId : undefined
}

/** Whether a row of this merchant is within the scope. */
export const mayTouch = (scope: Scope, merchantId: string): boolean =>
  scope.role === 'operator' || scope.merchantId === merchantId

const MINUTE_MS = 60_000

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + DASHBOARD_LIMITS.linkMinutes * MINUTE_MS)
export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + DASHBOARD_LIMITS.sessionHours * 60 * MINUTE_MS)

export const DASHBOARD_COOKIE = 'coinslot_dashboard'

/** WebKit alone, of today's engines, takes no `Secure` cookie from `http://127.0.0.1`. */
const isWebKit = (userAgent: string): boolean => /AppleWebKit/.test(userAgent) && !/Chrom(e|ium)|Edg/.test(userAgent)

const isLoopback = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

/** Whether the browser keeps a `Secure` cookie from this address: from https, and most of them from this machine. */
export const takesSecureCookie = (baseUrl: string, userAgent: string): boolean => {
  const { protocol, hostname } = new URL(baseUrl)
  return protocol === 'https:' || (isLoopback(hostname) && !isWebKit(userAgent))
}

interface CookiePlace {
  readonly baseUrl: string
  readonly userAgent: string
}

/** The `Set-Cookie` of a session; an empty token ends it in the browser. */
export const sessionCookie = (token: string, { baseUrl, userAgent }: CookiePlace): string => {
  const path = `${new URL(baseUrl).pathname.replace(/\/$/, '')}${DASHBOARD_PATH}`
  const maxAgeSeconds = token === '' ? 0 : DASHBOARD_LIMITS.sessionHours * 60 * 60
  const attributes = [
    `${DASHBOARD_COOKIE}=${token}`,
    `Path=${path}`,
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
  ]
  return [...attributes, ...(takesSecureCookie(baseUrl, userAgent) ? ['Secure'] : [])].join('; ')
}
