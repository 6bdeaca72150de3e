import { CHECKOUT_PHONE } from '@coinslot/contract'

/** Holds what a phone was handed over. */
export const PHONE_COOKIE = 'coinslot_phone'

/** The `Set-Cookie` of a phone that has opened its link, at `baseUrl`; it ends with the browser's session. */
export const phoneCookie = (baseUrl: string, token: string): string => {
  const { protocol, pathname } = new URL(baseUrl)
  const path = `${pathname.replace(/\/$/, '')}${CHECKOUT_PHONE}`
  const attributes = [`${PHONE_COOKIE}=${token}`, `Path=${path}`, 'HttpOnly', 'SameSite=Lax']
  return [...attributes, ...(protocol === 'https:' ? ['Secure'] : [])].join('; ')
}
