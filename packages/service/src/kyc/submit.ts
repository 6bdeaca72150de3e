import type { Executor } from '../db/database.ts'
import { factsOf, isOpen, nextStep } from './level-rules.ts'
import { lockKycSession, markSubmitted } from './session-store.ts'

/** When the sweep asks the provider, should this process not come back with a decision. */
const CHECK_AFTER_MS = 60_000

/** Marks a session as sent off once nothing is outstanding. @returns whether it has been, by this call. */
export const submitIfComplete = async (transaction: Executor, sessionId: string, at: Date): Promise<boolean> => {
  const session = await lockKycSession(transaction, sessionId)
  if (!isOpen(session, at) || nextStep(session.level, factsOf(session)) !== null) return false
  await markSubmitted(transaction, sessionId, at, new Date(at.getTime() + CHECK_AFTER_MS))
  return true
}
