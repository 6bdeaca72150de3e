import type { CheckoutProblem, SessionView } from '@coinslot/contract'
import type { Payment } from '../payments/payment-store.ts'
import { KYC_ENDS, PAYMENT_ENDS, refusedStep, type ViewStep } from './step-rules.ts'

/** What any view says besides its step. */
export interface ViewContext {
  readonly now: Date
  readonly returnUrl: string | null
  readonly problem: CheckoutProblem | null
  /** The buyer is one whom nothing may be asked, wherever the session stands. */
  readonly isRefused: boolean
}

/** The step that is shown, with what was wrong with the last input, or else with where the session stands. */
const shownStep = (reached: ViewStep, { isRefused, problem }: ViewContext) => {
  const step = isRefused ? refusedStep(reached) : reached
  return { ...step, problem: problem ?? step.problem ?? null }
}

/** The view of a payment that has reached a step. */
export const paymentView = (
  payment: Payment,
  reached: ViewStep,
  context: ViewContext & { readonly picture: string | null },
): SessionView => {
  const step = shownStep(reached, context)
  return {
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
      picture: context.picture,
    },
    ...step,
  }
}

/** The view of a KYC session without a payment that has reached a step. */
export const kycView = (expiresAt: Date, reached: ViewStep, context: ViewContext): SessionView => {
  const step = shownStep(reached, context)
  return {
    flow: 'KYC_OCC',
    payment_intent_id: null,
    now: context.now.toISOString(),
    expires_at: KYC_ENDS.includes(step.step) ? null : expiresAt.toISOString(),
    return_url: context.returnUrl,
    item: null,
    ...step,
  }
}
