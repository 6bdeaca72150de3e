import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'

/** Who has a session: one merchant's people, or the operator's. */
export type Scope =
  | { readonly role: 'merchant'; readonly merchantId: string }
  | { readonly role: 'operator'; readonly merchantId: null }

/** The scope of a link or session as it is stored. */
export const scopeOf = (merchantId: string | null): Scope =>
  merchantId === null ? { role: 'operator', merchantId } : { role: 'merchant', merchantId }

/**
 * Whose rows are asked for: one merchant's, or everybody's (null). `undefined` where the scope may not see them: the
 * caller answers as if there were none.
 * @param asked the merchant that the request names, if it names one.
 */
export const merchantAsked = (scope: Scope, asked: string | undefined): string | null | undefined => {
  const named = asked?.toLowerCase()
  if (scope.role === 'operator') return named ?? null
  return named === undefined || named === scope.merchantId ? scope.merchantId : undefined
}

/** Whether a row of this merchant is within the scope. */
export const mayTouch = (scope: Scope, merchantId: string): boolean =>
  scope.role === 'operator' || scope.merchantId === merchantId

const MINUTE_MS = 60_000

export const linkExpiry = (now: Date): Date => new Date(now.getTime() + DASHBOARD_LIMITS.linkMinutes * MINUTE_MS)
export const sessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + DASHBOARD_LIMITS.sessionHours * 60 * MINUTE_MS)
