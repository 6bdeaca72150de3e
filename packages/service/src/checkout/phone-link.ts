import { CHECKOUT_PHONE, type SessionView } from '@coinslot/contract'
import { sessionToken } from '../auth/session-token.ts'
import type { Handover } from '../kyc/handover-store.ts'
import type { CheckoutDeps } from './deps.ts'

type Phone = NonNullable<Extract<SessionView, { step: 'kyc_documents' }>['phone']>

/** What the page on which the link was made shows of it. The token is never stored: it follows from the id. */
export const phoneOf = (
  { config, secrets }: Pick<CheckoutDeps, 'config' | 'secrets'>,
  handover: Handover | null,
  now: Date,
): Phone => {
  if (handover === null) return { state: 'none' }
  const { id, opensUntil, openedAt } = handover
  if (openedAt !== null) return { state: 'open' }
  if (now >= opensUntil) return { state: 'expired' }
  return { state: 'waiting', url: `${config.baseUrl}${CHECKOUT_PHONE}#${sessionToken(secrets, 'phone_link', id)}` }
}
