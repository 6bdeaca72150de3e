import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { serviceUrl } from './shop.ts'

/** What the page may do: run the scripts that carry this answer's nonce, and the service's; and frame the service. */
const policyOf = (nonce: string, service: string): string =>
  [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${service}`,
    `style-src 'self'`,
    `img-src 'self'`,
    `connect-src 'self' ${service}`,
    `frame-src ${service}`,
    `base-uri 'none'`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types coinslot`,
  ].join('; ')

/** The page and its policy, with a nonce that is new with every answer. */
export const renderPage = (): { html: string; policy: string } => {
  const nonce = randomBytes(16).toString('base64')
  const html = readFileSync('public/index.html', 'utf8').replaceAll('{nonce}', nonce)
  return { html, policy: policyOf(nonce, new URL(serviceUrl).origin) }
}
