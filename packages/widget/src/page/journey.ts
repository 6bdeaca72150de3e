import type { SessionView } from '@coinslot/contract/checkout'
import type { WidgetEventName } from '../channel.ts'

type Step = SessionView['step']

const ENDS: ReadonlySet<Step> = new Set([
  'approved',
  'declined',
  'expired',
  'kyc_approved',
  'kyc_pending',
  'kyc_rejected',
  'message',
])

/** Nothing more can be done here but leave. */
export const isEnd = (step: Step): boolean => ENDS.has(step)

/** Which event the merchant's page is told when the buyer leaves from here. @see decisions.md §6 */
export const eventOnLeaving = (step: Step | null): WidgetEventName => {
  if (step === 'approved') return 'success'
  return step === 'kyc_approved' ? 'kycSuccess' : 'closed'
}

/** Which event it is told as the buyer gets here: a gate passed on the way to pay, or a verification that failed. */
export const eventOnArriving = (from: Step | null, to: SessionView): WidgetEventName | null => {
  if (from === to.step) return null
  if (to.step === 'kyc_rejected') return 'kycFailure'
  const hasPassedGate = from?.startsWith('kyc_') && to.flow === 'PAYMENT' && to.step === 'pay'
  return hasPassedGate ? 'kycSuccess' : null
}
