import { openGate } from '../kyc/gate.ts'
import { findPayment } from '../payments/payment-store.ts'
import { hasGate, shownStatus } from '../payments/state-rules.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutSession } from './session.ts'

/** Opens the verification that stands in front of a payment. A page enters before it looks: looks change nothing. */
export const enterSession = async (deps: CheckoutDeps, { kind, id }: CheckoutSession): Promise<void> => {
  if (kind !== 'payment') return
  const payment = await findPayment(deps.db, id)
  if (payment === null || !hasGate(payment)) return
  if (shownStatus(payment.status, payment.expiresAt, deps.clock.now()) === 'Created') await openGate(deps, payment)
}
