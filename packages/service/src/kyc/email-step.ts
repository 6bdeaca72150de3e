import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { answerCode, pendingTarget, sendCodeAgain, sendCodeTo } from './answer-code.ts'
import { writeCustomer } from './customer-store.ts'
import { writePending } from './session-store.ts'
import { takeStep } from './take-step.ts'

/** Takes an e-mail address, also in place of one given before, and sends it a code. */
export const giveEmail = (
  deps: KycDeps,
  sessionId: string,
  email: string,
  language: string | null,
): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'email', async (context) => {
    const problem = await sendCodeTo(deps, context, { channel: 'email', destination: email, language })
    if (problem) return problem
    await writePending(context.transaction, deps.secrets, sessionId, { email })
    return null
  })

export const resendEmailCode = (
  deps: KycDeps,
  sessionId: string,
  language: string | null,
): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'email', (context) => sendCodeAgain(deps, context, { channel: 'email', language }))

export const answerEmailCode = (deps: KycDeps, sessionId: string, code: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'email', async (context) => {
    const { transaction, session } = context
    const target = pendingTarget(deps, session, 'email')
    if (!target) return null
    const problem = await answerCode(deps, context, target, code)
    if (problem) return problem
    await writeCustomer(transaction, deps.secrets, session.customerId, { email: target.destination })
    await writePending(transaction, deps.secrets, sessionId, { email: null })
    return null
  })
