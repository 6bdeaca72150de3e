import type { SessionView } from '@coinslot/contract'
import { maskEmail, maskPhone } from './mask.ts'
import { kycView, type ViewContext, type ViewStep } from './view.ts'
import type { CheckoutDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { Payment } from '../payments/payment-store.ts'
import { factsOf } from '../kyc/facts.ts'
import { hasGate, openGate } from '../kyc/gate.ts'
import { nextStep } from '../kyc/level-rules.ts'
import { findKycSession, type KycSession } from '../kyc/session-store.ts'
import { listUploadKinds } from '../kyc/upload-store.ts'

/** A decision that takes longer than this is called pending; until then the page waits for it. */
const PROCESSING_MS = 30_000

const askingStep = async (deps: CheckoutDeps, session: KycSession): Promise<ViewStep> => {
  const open = (sealed: Buffer | null): string => (sealed ? deps.secrets.decrypt(sealed).toString('utf8') : '')
  const step = nextStep(session.level, factsOf(session))
  switch (step) {
    case null:
      return { step: 'processing' }
    case 'kyc_email_code':
      return { step, sent_to: maskEmail(open(session.pendingEmail)) }
    case 'kyc_phone_code':
      return { step, sent_to: maskPhone(open(session.pendingPhone)) }
    case 'kyc_documents': {
      const kinds = await listUploadKinds(deps.db, session.customerId)
      return { step, government_id: kinds.includes('government_id'), selfie: kinds.includes('selfie') }
    }
    default:
      return { step }
  }
}

const stepOf = async (deps: CheckoutDeps, session: KycSession, now: Date): Promise<ViewStep> => {
  const { outcome, submittedAt, expiresAt } = session
  if (outcome) return { step: `kyc_${outcome}` }
  if (submittedAt) {
    return { step: now.getTime() - submittedAt.getTime() < PROCESSING_MS ? 'processing' : 'kyc_pending' }
  }
  return now >= expiresAt ? { step: 'expired' } : askingStep(deps, session)
}

/** The step of the KYC gate before a payment; null where there is none, or it has been passed. */
export const gateStep = async (deps: CheckoutDeps, payment: Payment, now: Date): Promise<ViewStep | null> => {
  if (!hasGate(payment)) return null
  const step = await stepOf(deps, await openGate(deps, payment), now)
  return step.step === 'kyc_approved' ? null : step
}

/** The view of a KYC session that stands alone. */
export const kycSessionView = async (deps: CheckoutDeps, id: string, context: ViewContext): Promise<SessionView> => {
  const session = await findKycSession(deps.db, id)
  if (!session) throw new ApiError(404, 'There is no such session')
  return kycView(session.expiresAt, await stepOf(deps, session, context.now), context)
}
