import type { KycEventData, KycOutcome } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import type { KycDeps } from './deps.ts'
import { writeKycPassed } from '../payments/payment-store.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { forgetRejected, raiseLevel } from './customer-store.ts'
import { hastenWaiting, type KycSession, lockKycSession, writeOutcome } from './session-store.ts'

/** Until a provider that has not decided is asked again. */
export const ASK_AGAIN_MS = 5 * 60_000
/** The first level that asks for name and number. */
const LEVEL_WITH_IDENTITY = 2
const LEVEL_WITH_ALL = 3
const EVENT_TYPES = { approved: 'kyc_approved', rejected: 'kyc_rejected' } as const

const applyToCustomer = async (
  transaction: Executor,
  { customerId: id, customer: { level: passed }, level }: KycSession,
  outcome: 'approved' | 'rejected',
): Promise<void> => {
  if (outcome === 'approved') return raiseLevel(transaction, id, level)
  // All that anybody asks for has been approved with the highest level.
  if (passed < LEVEL_WITH_ALL) await forgetRejected(transaction, { id, keepIdentity: passed >= LEVEL_WITH_IDENTITY })
}

const applyOutcome = async (
  transaction: Executor,
  session: KycSession,
  outcome: KycOutcome,
  at: Date,
): Promise<boolean> => {
  if (session.outcome === 'approved' || session.outcome === 'rejected') return false
  if (outcome === 'pending') {
    const checkAt = new Date(at.getTime() + ASK_AGAIN_MS)
    await writeOutcome(transaction, session.id, { outcome, checkAt, decidedAt: null })
    return false
  }
  await writeOutcome(transaction, session.id, { outcome, checkAt: null, decidedAt: at })
  // What the customer has given since is another session's, about which nobody has decided anything here.
  if (!session.isTakenBack) await applyToCustomer(transaction, session, outcome)
  if (outcome === 'approved' && session.intentId) await writeKycPassed(transaction, session.intentId, at)
  await hastenWaiting(transaction, session.customerId, at)
  const data: KycEventData = {
    kyc_session_id: session.id,
    outcome,
    level: session.level,
    external_id: session.externalId,
    payment_intent_id: session.intentId,
  }
  await recordEvent(transaction, { merchantId: session.merchantId, type: EVENT_TYPES[outcome], data, at })
  return true
}

/**
 * Writes a decision down with what follows from it, and its one event, in one transaction; the first decision stands. Nothing
 * is written about a customer who has been forgotten meanwhile.
 * @param alongside what else is written with a decision, where this is the first
 * @returns whether it has decided.
 */
export const finishSession = async (
  deps: KycDeps,
  sessionId: string,
  outcome: KycOutcome,
  alongside: (transaction: Executor) => Promise<unknown> = async () => undefined,
): Promise<boolean> => {
  const isDecided = await deps.db.transaction().execute(async (transaction) => {
    const session = await lockKycSession(transaction, sessionId)
    // Read once the session is held: who enables a subscription looks for what was missed by the time in an event.
    const isFirst = session !== null && (await applyOutcome(transaction, session, outcome, deps.clock.now()))
    if (isFirst) await alongside(transaction)
    return isFirst
  })
  if (isDecided) deps.wakeDeliveries()
  return isDecided
}
