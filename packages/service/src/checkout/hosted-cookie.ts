/** Holds the session of one hosted page; its path keeps it from every other. @see decisions.md §4 */
export const HOSTED_COOKIE = 'coinslot_pay'

/** The `Set-Cookie` of a hosted page at `baseUrl`; it ends with the browser's session. */
export const hostedCookie = (baseUrl: string, intentId: string, token: string): string => {
  const { protocol, pathname } = new URL(baseUrl)
  const path = `${pathname.replace(/\/$/, '')}/pay/${intentId}`
  const attributes = [`${HOSTED_COOKIE}=${token}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
  return [...attributes, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ')
}
