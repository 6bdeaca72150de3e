import type { SessionView } from '@coinslot/contract/checkout'
import type { WidgetEventName } from '../channel.ts'
import { isEndView } from './ends.ts'

/** What the page has seen of the buyer's session so far. */
export interface Journey {
  /** The buyer has been asked to prove who they are, and has not yet gone on from that. */
  readonly verifying: boolean
  readonly step: SessionView['step'] | null
}

export const START: Journey = { verifying: false, step: null }

/** Which event the merchant's page is told as the buyer gets here: a gate passed on the way to pay, or one that stays shut. */
export const arrive = (
  before: Journey,
  view: SessionView,
): { readonly journey: Journey; readonly event: WidgetEventName | null } => {
  const isAsked = view.step.startsWith('kyc_') && !isEndView(view)
  const verifying = isAsked || (before.verifying && view.step === 'processing')
  const journey = { verifying, step: view.step }
  if (before.step === view.step) return { journey, event: null }
  if (view.step === 'kyc_rejected') return { journey, event: 'kycFailure' }
  const hasPassedGate = before.verifying && view.flow === 'PAYMENT' && view.step === 'pay'
  return { journey, event: hasPassedGate ? 'kycSuccess' : null }
}
