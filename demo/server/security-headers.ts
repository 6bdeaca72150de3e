import type { ServerResponse } from 'node:http'

/**
 * The strict policy that `@coinslot/browser` documents for a merchant's page: its own scripts run by nonce, the widget's
 * script and iframe come from the service, and nothing writes markup without Trusted Types.
 */
export const contentSecurityPolicy = (nonce: string, serviceOrigin: string): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${serviceOrigin}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `connect-src 'self' ${serviceOrigin}`,
    `frame-src ${serviceOrigin}`,
    `form-action 'self' ${serviceOrigin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types coinslot lit-html`,
  ].join('; ')

export const setSecurityHeaders = (response: ServerResponse): void => {
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'strict-origin-when-cross-origin')
}
