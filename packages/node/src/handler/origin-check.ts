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
