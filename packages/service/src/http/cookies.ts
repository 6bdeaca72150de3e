import { pathPrefixOf } from './path-prefix.ts'

/**
 * The value of a cookie in a `Cookie` header; null where there is none, or several: a neighbour of the host can lay one of its
 * own before or behind ours, which nothing tells apart (RFC 6265 §8.6).
 */
export const readCookie = (header: string | undefined, name: string): string | null => {
  const pairs = (header?.split(';') ?? []).map((pair) => pair.split('='))
  const [found, ...others] = pairs.filter(([key]) => key?.trim() === name)
  return found === undefined || others.length > 0 ? null : found.slice(1).join('=').trim()
}

interface Cookie {
  readonly name: string
  readonly value: string
  /** The service's address, below which the cookie is sent. */
  readonly baseUrl: string
  /** Where below it, beginning with a slash. */
  readonly path: string
  readonly sameSite: 'Lax' | 'Strict'
  /** Default: where the service's address is one of https. */
  readonly isSecure?: boolean
  /** Without it, the cookie ends with the browser's session. */
  readonly maxAgeSeconds?: number
}

/** A `Set-Cookie` that no script of a page can read. */
export const formatCookie = ({ name, value, baseUrl, path, sameSite, maxAgeSeconds, ...options }: Cookie): string => {
  const { protocol } = new URL(baseUrl)
  const { isSecure = protocol === 'https:' } = options
  return [
    `${name}=${value}`,
    `Path=${pathPrefixOf(baseUrl)}${path}`,
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}
