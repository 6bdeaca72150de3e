import type { CheckoutProblem } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import type { KycDeps } from './deps.ts'
import { holdSession } from './hold-session.ts'
import { factsOf, isAsked, isOpen, type Requirement } from './level-rules.ts'
import { review } from './review.ts'
import { type OutgoingCode, sendCode } from './send-code.ts'
import type { KycSession } from './session-store.ts'
import { submitIfComplete } from './submit.ts'

/** What a step works with: the session is locked until the transaction ends. */
export interface StepContext {
  readonly transaction: Executor
  readonly session: KycSession
  readonly at: Date
  /** Hands a code over once the transaction is committed. */
  sendLater(code: OutgoingCode): void
}

/**
 * Takes the customer's answer to one requirement, in one transaction: what does not fit where the session stands (a
 * repeated request, another tab) is not taken. The answer to the last one sends the application off, and so does any other
 * where all of it has been given in another session meanwhile.
 */
export const takeStep = async (
  deps: KycDeps,
  sessionId: string,
  requirement: Requirement,
  take: (context: StepContext) => Promise<CheckoutProblem | null>,
): Promise<CheckoutProblem | null> => {
  const outgoing: OutgoingCode[] = []
  const { problem, submitted } = await deps.db.transaction().execute(async (transaction) => {
    outgoing.length = 0
    const session = await holdSession(transaction, sessionId)
    const at = deps.clock.now()
    if (!isOpen(session, at)) return { problem: null, submitted: false }
    const context = { transaction, session, at, sendLater: (code: OutgoingCode) => void outgoing.push(code) }
    const found = isAsked(session.level, factsOf(session), requirement) ? await take(context) : null
    return { problem: found, submitted: found === null && (await submitIfComplete(transaction, sessionId, at)) }
  })
  for (const code of outgoing) await sendCode(deps, code)
  if (submitted) await review(deps, sessionId)
  return problem
}
