import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a browser says that a request comes from a page of the service itself. A request that does not say where it
 * comes from is not believed.
 */
export const isSameOrigin = (headers: IncomingHttpHeaders, baseUrl: string): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === new URL(baseUrl).origin
}
