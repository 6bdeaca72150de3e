import type { SessionView } from '@coinslot/contract/checkout'
import { type EndView, isEndView } from './ends.ts'

type Step = SessionView['step']
export type ViewAt<S extends Step> = Extract<SessionView, { step: S }>

/** A step in which the buyer still has something to do, or to wait for. */
export type WorkView = Exclude<SessionView, EndView>

/** What the buyer sees: one of these at a time. */
export type Screen =
  /** The service has not said anything yet, or a part of the page is on its way. */
  | { readonly kind: 'loading' }
  /** The card form, before the service has said what is paid for. */
  | { readonly kind: 'form-first' }
  | { readonly kind: 'step'; readonly view: WorkView }
  /** The last card was declined, and the buyer has not gone on from that. */
  | { readonly kind: 'refused'; readonly view: ViewAt<'pay'> }
  | { readonly kind: 'end'; readonly view: EndView }
  /** There is no session, or no longer, and how it ended is not known here. */
  | { readonly kind: 'unavailable'; readonly errorCode: string | null }
  /** The buyer has left, and the page is still there. */
  | { readonly kind: 'left' }

/** All that decides which screen is shown. */
export interface ScreenFacts {
  /** Null where there is only a message to show. */
  readonly session: { readonly view: SessionView | null; readonly isGone: boolean } | null
  readonly errorCode: string | null
  /** The first step is almost surely the card form. */
  readonly expectsCard: boolean
  /** The part of the page that verifies is there. */
  readonly hasVerification: boolean
  /** The refusal that the buyer has gone on from, by the attempts it left. */
  readonly dismissedAttemptsLeft: number | null
  readonly hasLeft: boolean
}

/** On a phone: its link no longer opens, or a newer one has been made. */
export const PHONE_LINK = 'phone_link'

export const isVerification = (view: WorkView): boolean => view.step.startsWith('kyc_')

export const screenOf = (facts: ScreenFacts): Screen => {
  const { session, errorCode } = facts
  if (facts.hasLeft) return { kind: 'left' }
  if (session === null) return { kind: 'unavailable', errorCode }
  const { view, isGone } = session
  if (view !== null && isEndView(view)) return { kind: 'end', view }
  if (isGone) return { kind: 'unavailable', errorCode: errorCode === PHONE_LINK ? errorCode : null }
  if (view === null) return { kind: facts.expectsCard ? 'form-first' : 'loading' }
  if (isVerification(view) && !facts.hasVerification) return { kind: 'loading' }
  const isRefusal = view.step === 'pay' && view.refused && view.attempts_left !== facts.dismissedAttemptsLeft
  return isRefusal ? { kind: 'refused', view } : { kind: 'step', view }
}

/** Two screens of the same key are one to the buyer: the focus moves only between keys. */
export const keyOf = (screen: Screen): string =>
  screen.kind === 'step' || screen.kind === 'end' ? screen.view.step : screen.kind
