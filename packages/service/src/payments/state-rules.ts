import { LIMITS, type OutcomeErrorCode, type PaymentStatus } from '@coinslot/contract'

/** Statuses that nothing changes. */
export type FinalStatus = Exclude<PaymentStatus, 'Created'>

/** Statuses of a row: `Refused` are those that were never intents. */
export type StoredStatus = PaymentStatus | 'Refused'

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

interface Gated {
  readonly errorCode: OutcomeErrorCode | null
  readonly kycPassedAt: Date | null
}

/** Whether the buyer has to be verified before the card is asked for. */
export const hasGate = ({ errorCode, kycPassedAt }: Gated): boolean => errorCode === 'ERR06' && kycPassedAt === null

interface Payable extends Gated {
  readonly status: StoredStatus
  readonly expiresAt: Date
}

/** Whether an intent takes a card at `now`: it is open, and its KYC gate, if any, has been passed. */
export const isPayable = (intent: Payable, now: Date): boolean =>
  shownStatus(intent.status, intent.expiresAt, now) === 'Created' &&
  (intent.errorCode === null || intent.errorCode === 'ERR06') &&
  !hasGate(intent)
