import type { CheckoutProblem, SessionView } from '@coinslot/contract'
import type { Payment } from '../payments/payment-store.ts'
import type { ViewStep } from './step-rules.ts'

/** What any view says besides its step. */
export interface ViewContext {
  readonly now: Date
  readonly returnUrl: string | null
  readonly problem: CheckoutProblem | null
}

const PAYMENT_ENDS: readonly string[] = ['approved', 'declined', 'expired', 'message']
const KYC_ENDS: readonly string[] = ['expired', 'kyc_approved', 'kyc_pending', 'kyc_rejected']

/** The view of a payment at `step`. */
export const paymentView = (payment: Payment, step: ViewStep, context: ViewContext): SessionView => ({
  flow: 'PAYMENT',
  payment_intent_id: payment.id,
  now: context.now.toISOString(),
  expires_at: PAYMENT_ENDS.includes(step.step) ? null : payment.expiresAt.toISOString(),
  return_url: context.returnUrl,
  item: {
    title: payment.itemTitle,
    description: payment.itemDescription,
    amount: payment.amount,
    currency: payment.currency,
  },
  problem: context.problem,
  ...step,
})

/** The view of a KYC session without a payment, at `step`. */
export const kycView = (expiresAt: Date, step: ViewStep, context: ViewContext): SessionView => ({
  flow: 'KYC_OCC',
  payment_intent_id: null,
  now: context.now.toISOString(),
  expires_at: KYC_ENDS.includes(step.step) ? null : expiresAt.toISOString(),
  return_url: context.returnUrl,
  item: null,
  problem: context.problem,
  ...step,
})
