import {
  type KycOutcome,
  LIMITS,
  type OutcomeErrorCode,
  type RefusalReason,
  type SessionView,
} from '@coinslot/contract'
import { countRefusals, isActive } from '../cards/attempt-rules.ts'
import { shownStatus, type StoredStatus } from '../payments/state-rules.ts'

type CommonField = 'flow' | 'payment_intent_id' | 'now' | 'expires_at' | 'return_url' | 'item' | 'problem'
type WithoutCommon<View> = View extends SessionView ? Omit<View, CommonField> : never
/** A step and what it shows; the rest of the view is the session's, but for a problem in which the step itself stands. */
export type ViewStep = WithoutCommon<SessionView> & Partial<Pick<SessionView, 'problem'>>

/** A decision that takes longer than this is called pending; until then the page waits for it. */
const PROCESSING_MS = 30_000

interface Attempt {
  readonly id: string
  readonly status: string
  readonly challenge: { readonly url: string; readonly data: string } | null
  readonly card: { readonly brand: string; readonly lastFour: string }
  readonly finishedAt: Date | null
  readonly refusalReason: RefusalReason | null
}

/** Why the last card was refused, where it was said. */
const lastRefusal = (attempts: readonly Attempt[]): { readonly refusal_reason?: RefusalReason } => {
  const reason = attempts.findLast(({ status }) => status === 'refused')?.refusalReason ?? null
  return reason === null ? {} : { refusal_reason: reason }
}

/** Where the buyer is with the card: what follows when nothing else has to be done first. */
const cardStep = (attempts: readonly Attempt[]): ViewStep => {
  const active = attempts.find(isActive)
  if (active?.challenge) {
    const { url, data } = active.challenge
    return { step: 'challenge', challenge: { id: active.id, url, creq: data } }
  }
  if (active) return { step: 'processing' }
  const refusals = countRefusals(attempts)
  const attemptsLeft = Math.max(1, LIMITS.cardAttempts - refusals)
  return { step: 'pay', attempts_left: attemptsLeft, refused: refusals > 0, ...lastRefusal(attempts) }
}

interface Intent {
  readonly id: string
  readonly reference: string | null
  readonly errorCode: OutcomeErrorCode | null
  readonly status: StoredStatus
  readonly expiresAt: Date
}

const approvedStep = ({ id, reference }: Intent, attempts: readonly Attempt[]): ViewStep => {
  const paid = attempts.find(({ status }) => status === 'approved')
  if (!paid?.finishedAt) return { step: 'approved', receipt: null }
  const { brand, lastFour } = paid.card
  const receipt = { brand, last_four: lastFour, reference: reference ?? id, paid_at: paid.finishedAt.toISOString() }
  return { step: 'approved', receipt }
}

/** The step of a payment; `gate` is the step of its KYC gate, null where there is none or it has been passed. */
export const paymentStep = (
  intent: Intent,
  attempts: readonly Attempt[],
  gate: ViewStep | null,
  now: Date,
): ViewStep => {
  const { errorCode, status, expiresAt } = intent
  if (errorCode !== null && errorCode !== 'ERR06') return { step: 'message', error_code: errorCode }
  const shown = shownStatus(status, expiresAt, now)
  if (shown === 'Approved') return approvedStep(intent, attempts)
  if (shown === 'Declined') return { step: 'declined', ...lastRefusal(attempts) }
  if (shown === 'Expired') return { step: 'expired' }
  return gate ?? cardStep(attempts)
}

/** Steps after which a payment waits for nothing more from its buyer. */
export const PAYMENT_ENDS: readonly string[] = ['approved', 'declined', 'expired', 'message']
/** The same of an identity check. */
export const KYC_ENDS: readonly string[] = [
  'message',
  'expired',
  'kyc_approved',
  'kyc_pending',
  'kyc_rejected',
  'phone_done',
]
const SHOWN_AS_IT_IS: readonly string[] = ['processing', 'challenge', ...PAYMENT_ENDS, ...KYC_ENDS]

/** The step of a buyer who may be asked for nothing: what is under way or has ended is shown as it is. */
export const refusedStep = (step: ViewStep): ViewStep =>
  SHOWN_AS_IT_IS.includes(step.step) ? step : { step: 'message', error_code: 'ERR03' }

interface Verification {
  readonly outcome: KycOutcome | null
  readonly submittedAt: Date | null
  readonly expiresAt: Date
}

/** The step of a KYC session that asks for nothing any more; null while it does. */
export const decidedStep = ({ outcome, submittedAt, expiresAt }: Verification, now: Date): ViewStep | null => {
  if (outcome) return { step: `kyc_${outcome}` }
  if (submittedAt) {
    return { step: Math.abs(now.getTime() - submittedAt.getTime()) < PROCESSING_MS ? 'processing' : 'kyc_pending' }
  }
  return now >= expiresAt ? { step: 'expired' } : null
}
