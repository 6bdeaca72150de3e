import { ConfigurationError, OriginNotAllowedError } from '../errors.ts'

/** `https://shop.example`, or `capacitor://localhost`, whose origin only browsers know. */
const isOrigin = (text: string): boolean =>
  /^https?:/i.test(text)
    ? URL.canParse(text) && new URL(text).origin === text
    : /^[a-z][\w+.-]*:\/\/[^/?#\s]+$/.test(text)

/** @throws ConfigurationError for what no browser would send as its origin, so that it could never be allowed. */
export const checkedOrigins = (allowedOrigins: readonly string[]): readonly string[] => {
  for (const origin of allowedOrigins) {
    if (isOrigin(origin)) continue
    const meant = URL.canParse(origin) ? new URL(origin).origin : ''
    const mend = isOrigin(meant) ? meant : 'https://shop.example'
    throw new ConfigurationError(`allowedOrigins must hold origins such as '${mend}', not '${origin}'`)
  }
  return allowedOrigins
}

/** Whether a page of `origin` may call, and read the answer, from another origin. */
const isAllowedOrigin = (origin: string | null, allowedOrigins: readonly string[]): origin is string =>
  origin !== null && allowedOrigins.includes(origin)

/**
 * Whether a state-changing request comes from the merchant's own page. What the browser itself says
 * (`Sec-Fetch-Site`) holds behind any proxy; a request with neither header comes from no browser.
 */
export const isTrustedSource = (request: Request, allowedOrigins: readonly string[]): boolean => {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (site === 'same-origin') return true
  if (isAllowedOrigin(origin, allowedOrigins)) return true
  if (site !== null) return false
  return origin === null || origin === new URL(request.url).origin
}

/** CORS headers for an allowed page of another origin; with cookies, since the origin is named. */
export const corsHeaders = (request: Request, allowedOrigins: readonly string[]): Record<string, string> => {
  const origin = request.headers.get('origin')
  if (allowedOrigins.length === 0) return {}
  if (!isAllowedOrigin(origin, allowedOrigins)) return { vary: 'origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    vary: 'origin',
  }
}

/** The answer to a preflight: whatever header an allowed page wants to send, it may. */
export const preflight = (request: Request, allowedOrigins: readonly string[]): Response => {
  const headers = corsHeaders(request, allowedOrigins)
  const wanted = request.headers.get('access-control-request-headers')
  if (headers['access-control-allow-origin'] && wanted) headers['access-control-allow-headers'] = wanted
  return new Response(null, { status: 204, headers })
}

/** Enough to notice one's own pages; bounds what strangers can write into the log. */
const MOST_REPORTS = 20

/** Reports each origin that is refused, once. */
export const createOriginReport = (report: (error: OriginNotAllowedError) => void) => {
  const reported = new Set<string>()
  return (request: Request): void => {
    const origin = request.headers.get('origin')
    if (origin === null || !isOrigin(origin) || reported.has(origin) || reported.size === MOST_REPORTS) return
    reported.add(origin)
    report(new OriginNotAllowedError(origin))
  }
}
