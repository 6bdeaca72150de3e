import { LIMITS, type PaymentStatus } from '@coinslot/contract'

/** What decides an intent's next status. @see decisions.md §3 */
export interface IntentState {
  readonly status: PaymentStatus
  /** Cards refused so far, 0 to LIMITS.cardAttempts. */
  readonly refusals: number
  readonly expiresAt: Date
}

/** `close` is the buyer leaving; `expire` is the sweep, which changes nothing before `expiresAt`. */
export type IntentAction = 'approve' | 'refuse' | 'close' | 'expire'

/** True for `Approved`, `Declined` and `Expired`, which nothing changes. */
export const isFinal = (status: string): boolean => status !== 'Created'

/** The status to show at `now`: an intent is past its time before the sweep has written so. */
export const shownStatus = <Status extends string>(status: Status, expiresAt: Date, now: Date): Status | 'Expired' =>
  status === 'Created' && now >= expiresAt ? 'Expired' : status

/**
 * The state after an action at `now`; the same object where the action changes nothing.
 *
 * Whatever happens at or after `expiresAt` expires the intent, an approval included: a merchant that has been shown
 * `Expired` never sees it turn into anything else.
 *
 * @see decisions.md §3
 */
export const transition = (state: IntentState, action: IntentAction, now: Date): IntentState => {
  if (isFinal(state.status)) return state
  if (now >= state.expiresAt) return { ...state, status: 'Expired' }
  switch (action) {
    case 'approve':
      return { ...state, status: 'Approved' }
    case 'refuse': {
      const refusals = state.refusals + 1
      return { ...state, refusals, status: refusals >= LIMITS.cardAttempts ? 'Declined' : 'Created' }
    }
    case 'close':
      return state.refusals > 0 ? { ...state, status: 'Declined' } : state
    case 'expire':
      return state
  }
}
