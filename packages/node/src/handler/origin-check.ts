/** Whether a page of `origin` may call, and read the answer, from another origin. */
export const isAllowedOrigin = (origin: string | null, allowedOrigins: readonly string[]): origin is string =>
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
    'access-control-expose-headers': 'etag, x-request-id, retry-after',
    vary: 'origin',
  }
}

/** The answer to a preflight of an allowed page. */
export const preflight = (request: Request, allowedOrigins: readonly string[]): Response => {
  const headers: Record<string, string> = corsHeaders(request, allowedOrigins)
  if ('access-control-allow-origin' in headers) {
    headers['access-control-allow-methods'] = 'GET, POST'
    headers['access-control-allow-headers'] = request.headers.get('access-control-request-headers') ?? 'content-type'
    headers['access-control-max-age'] = '600'
  }
  return new Response(null, { status: 204, headers })
}
