import type { SessionView } from '@coinslot/contract'
import { ApiError } from '../http/api-error.ts'
import { findPendingCode } from '../kyc/answer-code.ts'
import { findCheckUnderWay } from '../kyc/check-under-way.ts'
import { type CodeChannel, isUnderWay } from '../kyc/code-rules.ts'
import { gateAhead, type KycProgress } from '../kyc/gate.ts'
import { findHandover } from '../kyc/handover-store.ts'
import { factsOf, nextStep, progressOf } from '../kyc/level-rules.ts'
import { findGate, findKycSession, type KycSession } from '../kyc/session-store.ts'
import { listUploadKinds } from '../kyc/upload-store.ts'
import type { Payment } from '../payments/payment-store.ts'
import { hasGate } from '../payments/state-rules.ts'
import type { CheckoutDeps } from './deps.ts'
import { maskEmail, maskPhone } from '../platform/mask-rules.ts'
import { phoneOf } from './phone-link.ts'
import { decidedStep, type ViewStep } from './step-rules.ts'
import { kycView, type ViewContext } from './view.ts'

const MASKS = { email: maskEmail, phone: maskPhone } as const

/** What is known of the code that is asked for. No address is named to which the last one has not gone, for all that is known. */
const codeState = async (deps: CheckoutDeps, session: KycSession | null, channel: CodeChannel, now: Date) => {
  const pending = session && (await findPendingCode(deps, session, channel))
  if (!pending?.code) return { sent_to: null }
  const { destination, code } = pending
  const isUnsent = code.lastNotHandedOver === code.sent
  return {
    sent_to: isUnsent || isUnderWay(code, now) ? null : MASKS[channel](destination),
    last_code: code.lastHandedOver ?? undefined,
    problem: isUnsent ? ('code_not_sent' as const) : null,
  }
}

/** The step of a session that waits for what is decided of the same customer in another one; null where it does not. */
const waitingStep = async (deps: CheckoutDeps, session: KycSession, now: Date): Promise<ViewStep | null> => {
  const asked = await findCheckUnderWay(deps.db, session, now)
  return asked && decidedStep(asked, now)
}

/** The step that asks for what is outstanding, with what the buyer recognises it by. */
const askingStep = async (
  deps: CheckoutDeps,
  progress: KycProgress,
  session: KycSession | null,
  now: Date,
): Promise<ViewStep> => {
  const facts = factsOf(progress)
  const step = nextStep(progress.level, facts)
  const isAt = { progress: progressOf(progress.level, facts) ?? undefined }
  switch (step) {
    case null:
      return (session && (await waitingStep(deps, session, now))) ?? { step: 'processing' }
    case 'kyc_email_code':
      return { step, ...(await codeState(deps, session, 'email', now)), ...isAt }
    case 'kyc_phone_code':
      return { step, ...(await codeState(deps, session, 'phone', now)), ...isAt }
    case 'kyc_documents': {
      const kinds = session === null ? [] : await listUploadKinds(deps.db, session.customerId)
      return {
        step,
        government_id: kinds.includes('government_id'),
        government_id_back: kinds.includes('government_id_back'),
        selfie: kinds.includes('selfie'),
        ...isAt,
      }
    }
    default:
      return { step, ...isAt }
  }
}

const kycStep = async (deps: CheckoutDeps, session: KycSession, now: Date): Promise<ViewStep> =>
  decidedStep(session, now) ?? askingStep(deps, session, session, now)

/** The same where the buyer began, with what has become of the link to their phone. */
const withPhone = async (deps: CheckoutDeps, session: KycSession, now: Date): Promise<ViewStep> => {
  const step = await kycStep(deps, session, now)
  if (step.step !== 'kyc_documents') return step
  const handover = await findHandover(deps.db, { sessionId: session.id })
  return { ...step, phone: phoneOf(deps, handover, now) }
}

/** The step of the KYC gate before a payment; null where there is none, or it has been passed. */
export const gateStep = async (deps: CheckoutDeps, payment: Payment, now: Date): Promise<ViewStep | null> => {
  if (!hasGate(payment)) return null
  const gate = await findGate(deps.db, payment.id)
  if (!gate) return askingStep(deps, await gateAhead(deps.db, payment), null, now)
  const step = await withPhone(deps, gate, now)
  return step.step === 'kyc_approved' ? null : step
}

/** The view of a KYC session that stands alone. */
export const kycSessionView = async (deps: CheckoutDeps, id: string, context: ViewContext): Promise<SessionView> => {
  const session = await findKycSession(deps.db, id)
  if (!session) throw new ApiError(404, 'There is no such session')
  return kycView(session.expiresAt, await withPhone(deps, session, context.now), context)
}

/** The view on the phone that gives the documents: that step alone, without what else the session knows. */
export const phoneView = async (deps: CheckoutDeps, id: string, context: ViewContext): Promise<SessionView> => {
  const session = await findKycSession(deps.db, id)
  if (!session) throw new ApiError(404, 'There is no such session')
  const step = await kycStep(deps, session, context.now)
  const isShown = step.step === 'kyc_documents' || step.step === 'expired'
  return kycView(session.expiresAt, isShown ? step : { step: 'phone_done' }, context)
}
