import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { type CodeTarget, countRight, countWrong, mayAnswer } from './code-limits.ts'
import { deleteCodes, findCode, writeCodeAttempts } from './code-store.ts'
import { type CodeChannel, judgeCode, type StoredCode } from './code-rules.ts'
import { isSentCode } from './one-time-code.ts'
import { codeHash, codeKey, issueCode } from './send-code.ts'
import type { KycSession } from './session-store.ts'
import type { StepContext } from './take-step.ts'

/** Where a code has gone that waits for its answer; null where none does. */
export const pendingTarget = (
  { secrets }: KycDeps,
  { merchantId, pendingEmail, pendingPhone }: KycSession,
  channel: CodeChannel,
): CodeTarget | null => {
  const pending = channel === 'email' ? pendingEmail : pendingPhone
  return pending && { merchantId, channel, destination: secrets.decrypt(pending).toString('utf8') }
}

/** Where a code has gone that waits for its answer, and what is known of it; null where none does. */
export const findPendingCode = async (
  deps: KycDeps,
  session: KycSession,
  channel: CodeChannel,
): Promise<{ destination: string; code: StoredCode | null } | null> => {
  const target = pendingTarget(deps, session, channel)
  return target && { destination: target.destination, code: await findCode(deps.db, codeKey(deps, session.id, target)) }
}

interface Recipient {
  readonly channel: CodeChannel
  /** Of the customer, as BCP 47 has it; null where it is not known. */
  readonly language: string | null
}

/** Sends a code to `target`, unless too many have gone there; a repeated request sends none. */
const issueAndSend = async (
  deps: KycDeps,
  { transaction, session, sendLater }: StepContext,
  target: CodeTarget,
  { language, mayBeRepeated }: { language: string | null; mayBeRepeated: boolean },
): Promise<CheckoutProblem | null> => {
  const issued = await issueCode(deps, transaction, { sessionId: session.id, target, language, mayBeRepeated })
  if ('problem' in issued) return issued.problem
  if (issued.outgoing) sendLater(issued.outgoing)
  return null
}

/** Sends a code to what was given, also in place of what was given before; a repeated request sends none. */
export const sendCodeTo = (
  deps: KycDeps,
  context: StepContext,
  { channel, destination, language }: Recipient & { readonly destination: string },
) => {
  const { merchantId } = context.session
  const mayBeRepeated = pendingTarget(deps, context.session, channel)?.destination === destination
  return issueAndSend(deps, context, { merchantId, channel, destination }, { language, mayBeRepeated })
}

/** Sends another code to where one has gone, if any has. */
export const sendCodeAgain = async (deps: KycDeps, context: StepContext, { channel, language }: Recipient) => {
  const target = pendingTarget(deps, context.session, channel)
  return target && issueAndSend(deps, context, target, { language, mayBeRepeated: false })
}

/** Judges the answer to the code that has gone to `target`; null when it is right, and the code is then used up. */
export const answerCode = async (
  deps: KycDeps,
  { transaction, session, at }: StepContext,
  target: CodeTarget,
  code: string,
): Promise<CheckoutProblem | null> => {
  if (!(await mayAnswer(deps, transaction, target))) return 'code_later'
  const key = codeKey(deps, session.id, target)
  const sent = await findCode(transaction, key)
  const isRight = isSentCode(sent, codeHash(deps, session.id, target, code.replace(/[\s-]/g, '')))
  const { problem, attempts } = judgeCode(sent, isRight, at)
  if (problem === null) {
    await deleteCodes(transaction, key)
    await countRight(deps, transaction, target)
  } else if (sent && attempts !== sent.attempts) {
    await writeCodeAttempts(transaction, key, attempts)
    await countWrong(deps, transaction, target)
  }
  return problem
}
