import { DASHBOARD_LIMITS, DASHBOARD_PATH } from '@coinslot/contract/dashboard'
import { formatCookie, readCookie } from '../http/cookies.ts'
import { type CookiePlace, takesSecureCookie } from './session-cookie.ts'

const ASKED_COOKIE = 'coinslot_asked'
const LONGEST_ASKED = 1_000

const askedCookie = (value: string, { baseUrl, userAgent }: CookiePlace): string =>
  formatCookie({
    name: ASKED_COOKIE,
    value,
    baseUrl,
    path: DASHBOARD_PATH,
    sameSite: 'Lax',
    isSecure: takesSecureCookie(baseUrl, userAgent),
    maxAgeSeconds: value === '' ? 0 : DASHBOARD_LIMITS.linkMinutes * 60,
  })

/** The `Set-Cookie` that keeps a page for as long as a link works; none for the overview, where every link leads. */
export const keepAsked = (url: string, place: CookiePlace): readonly string[] => {
  const asked = url.slice(DASHBOARD_PATH.length)
  if (asked === '' || asked === '/' || asked.length > LONGEST_ASKED) return []
  return [askedCookie(Buffer.from(asked).toString('base64url'), place)]
}

interface Destination {
  readonly url: string
  readonly cookies: readonly string[]
}

/** Where a link leads: to the page that was asked for before, always one of the dashboard, else to the overview. */
export const destinationOf = (cookieHeader: string | undefined, place: CookiePlace): Destination => {
  const home = place.baseUrl + DASHBOARD_PATH
  const kept = readCookie(cookieHeader, ASKED_COOKIE)
  if (kept === null) return { url: home, cookies: [] }
  const { href, searchParams } = new URL(home + Buffer.from(kept, 'base64url').toString())
  const isWithin = ['/', '?'].some((next) => href.startsWith(new URL(home).href + next))
  // Of a neighbour of the host, who can lay this cookie, and would have the viewer in a session of their own after all.
  const isLink = searchParams.has('token')
  return { url: isWithin && !isLink ? href : home, cookies: [askedCookie('', place)] }
}
