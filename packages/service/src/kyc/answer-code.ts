import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { deleteCodes, findCode, writeCodeAttempts } from './code-store.ts'
import { type CodeChannel, judgeCode } from './code-rules.ts'
import { isSentCode } from './one-time-code.ts'
import { codeHash, codeKey, issueCode } from './send-code.ts'
import type { StepContext } from './take-step.ts'

/** What a step needs to know of the address or number that its code has gone to. */
export interface CodeTarget {
  readonly channel: CodeChannel
  readonly destination: string
}

/** Sends a code to `target`, unless LIMITS.codesSent have gone there; a repeated request sends none. */
export const challengeWith = async (
  deps: KycDeps,
  { transaction, session, sendLater }: StepContext,
  { channel, destination }: CodeTarget,
  { isResend }: { isResend: boolean },
): Promise<CheckoutProblem | null> => {
  const issued = await issueCode(deps, transaction, { sessionId: session.id, channel, destination, isResend })
  if ('problem' in issued) return issued.problem
  if (issued.outgoing) sendLater(issued.outgoing)
  return null
}

/** Judges the answer to the code that has gone to `target`; null when it is right, and the code is then used up. */
export const answerCode = async (
  deps: KycDeps,
  { transaction, session, at }: StepContext,
  { channel, destination }: CodeTarget,
  code: string,
): Promise<CheckoutProblem | null> => {
  const key = codeKey(deps, session.id, channel, destination)
  const sent = await findCode(transaction, key)
  const isRight = isSentCode(sent, codeHash(deps, key, code.replace(/[\s-]/g, '')))
  const { problem, attempts } = judgeCode(sent, isRight, at)
  if (problem === null) await deleteCodes(transaction, key)
  else if (sent && attempts !== sent.attempts) await writeCodeAttempts(transaction, key, attempts)
  return problem
}
