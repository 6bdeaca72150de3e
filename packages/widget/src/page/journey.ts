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

/** What the page has seen of the way here. */
export interface Way {
  /** The buyer has been asked to prove who they are, and has not yet gone on from that. */
  readonly verifying: boolean
  readonly step: Step | null
}

export const START: Way = { verifying: false, step: null }

/** Which event the merchant's page is told as the buyer gets here: a gate passed on the way to pay, or one that stays shut. */
export const arrive = (from: Way, to: SessionView): { readonly way: Way; readonly event: WidgetEventName | null } => {
  const isAsking = to.step.startsWith('kyc_') && !isEnd(to.step)
  const verifying = isAsking || (from.verifying && to.step === 'processing')
  const way = { verifying, step: to.step }
  if (from.step === to.step) return { way, event: null }
  if (to.step === 'kyc_rejected') return { way, event: 'kycFailure' }
  const hasPassedGate = from.verifying && to.flow === 'PAYMENT' && to.step === 'pay'
  return { way, event: hasPassedGate ? 'kycSuccess' : null }
}
