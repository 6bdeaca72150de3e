import { catchUp } from '../kyc/catch-up.ts'
import { openGate } from '../kyc/gate.ts'
import { findGate, findKycSession, type KycSession } from '../kyc/session-store.ts'
import { findPayment, type Payment } from '../payments/payment-store.ts'
import { hasGate, shownStatus } from '../payments/state-rules.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutSession } from './session.ts'

/** The verification in front of a payment, opened unless it has been; null where the payment ended before that. */
export const gateOf = async (deps: CheckoutDeps, payment: Payment): Promise<Pick<KycSession, 'id'> | null> => {
  const isOpen = shownStatus(payment.status, payment.expiresAt, deps.clock.now()) === 'Created'
  return isOpen ? openGate(deps, payment) : findGate(deps.db, payment.id)
}

const enterKyc = async (deps: CheckoutDeps, id: string): Promise<void> => {
  const session = await findKycSession(deps.db, id)
  if (session !== null) await catchUp(deps, session)
}

/**
 * Opens the verification that stands in front of a payment, and has one decided for which all has been given elsewhere. A
 * page enters before it looks: looks change nothing.
 */
export const enterSession = async (deps: CheckoutDeps, { kind, id }: CheckoutSession): Promise<void> => {
  if (kind !== 'payment') return enterKyc(deps, id)
  const payment = await findPayment(deps.db, id)
  if (payment !== null && hasGate(payment)) await gateOf(deps, payment)
}
