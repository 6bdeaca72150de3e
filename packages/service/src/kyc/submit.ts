import type { Executor } from '../db/database.ts'
import { findCheckUnderWay } from './check-under-way.ts'
import { factsOf, isOpen, nextStep } from './level-rules.ts'
import { lockKycSession, markSubmitted, markWaiting } from './session-store.ts'

/** When the sweep asks the provider, should this process not come back with a decision. */
const CHECK_AFTER_MS = 60_000
/** When a session that waits is looked at again. */
export const LOOK_AFTER_MS = 60_000

/**
 * Marks a session as sent off once nothing is outstanding, and nobody is about to decide the same of its customer: then it
 * waits for that. @returns whether it has been, by this call.
 */
export const submitIfComplete = async (transaction: Executor, sessionId: string, at: Date): Promise<boolean> => {
  const session = await lockKycSession(transaction, sessionId)
  if (session === null || !isOpen(session, at) || nextStep(session.level, factsOf(session)) !== null) return false
  const isPassed = session.customer.level >= session.level
  if (!isPassed && (await findCheckUnderWay(transaction, session, at)) !== null) {
    await markWaiting(transaction, sessionId, new Date(at.getTime() + LOOK_AFTER_MS))
    return false
  }
  await markSubmitted(transaction, sessionId, at, new Date(at.getTime() + CHECK_AFTER_MS))
  return true
}
