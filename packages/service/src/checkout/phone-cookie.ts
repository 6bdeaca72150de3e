import { CHECKOUT_PHONE } from '@coinslot/contract'
import { formatCookie } from '../http/cookies.ts'

/** Holds what a phone was handed over. */
export const PHONE_COOKIE = 'coinslot_phone'

/** The `Set-Cookie` of a phone that has opened its link, at `baseUrl`; it ends with the browser's session. */
export const phoneCookie = (baseUrl: string, token: string): string =>
  formatCookie({
    name: PHONE_COOKIE,
    value: token,
    baseUrl,
    path: CHECKOUT_PHONE,
    sameSite: 'Lax',
  })
