import type { CheckoutProblem, SessionView } from '@coinslot/contract'
import { LIMITS } from '@coinslot/contract'
import { shownStatus } from '../payments/state-rules.ts'
import type { Payment } from '../payments/payment-store.ts'
import { type Attempt, countRefusals, isActive } from '../cards/attempt-store.ts'

/** What any view says besides its step. */
export interface ViewContext {
  readonly now: Date
  readonly returnUrl: string | null
  readonly problem: CheckoutProblem | null
}

type ViewCommon = Pick<
  SessionView,
  'flow' | 'payment_intent_id' | 'now' | 'expires_at' | 'return_url' | 'item' | 'problem'
>
type StepOf<View> = View extends SessionView ? Omit<View, keyof ViewCommon> : never
/** A step and what it shows; the rest of the view is the session's. */
export type ViewStep = StepOf<SessionView>

const PAYMENT_ENDS: readonly string[] = ['approved', 'declined', 'expired', 'message']
const KYC_ENDS: readonly string[] = ['expired', 'kyc_approved', 'kyc_pending', 'kyc_rejected']

/** Where the buyer is with the card: what follows when nothing else has to be done first. */
const cardStep = (attempts: readonly Attempt[]): ViewStep => {
  const active = attempts.find(isActive)
  if (active?.challenge) {
    const { url, data } = active.challenge
    return { step: 'challenge', challenge: { id: active.id, url, creq: data } }
  }
  if (active) return { step: 'processing' }
  const refusals = countRefusals(attempts)
  return { step: 'pay', attempts_left: Math.max(1, LIMITS.cardAttempts - refusals), refused: refusals > 0 }
}

const FINAL_STEPS = { Approved: 'approved', Declined: 'declined', Expired: 'expired' } as const

/** The step of a payment; `gate` is the step of its KYC gate, null where there is none or it has been passed. */
export const paymentStep = (
  payment: Payment,
  attempts: readonly Attempt[],
  gate: ViewStep | null,
  now: Date,
): ViewStep => {
  if (payment.errorCode !== null && payment.errorCode !== 'ERR06') {
    return { step: 'message', error_code: payment.errorCode }
  }
  const status = shownStatus(payment.status, payment.expiresAt, now)
  if (status !== 'Created' && status !== 'Refused') return { step: FINAL_STEPS[status] }
  return gate ?? cardStep(attempts)
}

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
