import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { answerCode, pendingTarget, sendCodeAgain, sendCodeTo } from './answer-code.ts'
import { writeCustomer } from './customer-store.ts'
import { loadIdentityRules } from './load-identity.ts'
import { writePending } from './session-store.ts'
import { takeStep } from './take-step.ts'

/** Takes name and number, also in place of those given before, and sends the number a code. */
export const giveIdentity = async (
  deps: KycDeps,
  sessionId: string,
  typed: { readonly full_name: string; readonly phone: string },
  language: string | null,
): Promise<CheckoutProblem | null> => {
  const { isInCountries, readFullName, readPhone } = await loadIdentityRules()
  const fullName = readFullName(typed.full_name)
  if (fullName === null) return 'full_name'
  const phone = readPhone(typed.phone)
  if (phone === null) return 'phone'
  if (!isInCountries(phone, deps.config.phoneCountries)) return 'phone_country'
  return takeStep(deps, sessionId, 'identity', async (context) => {
    const problem = await sendCodeTo(deps, context, { channel: 'phone', destination: phone, language })
    if (problem) return problem
    await writePending(context.transaction, deps.secrets, sessionId, { fullName, phone })
    return null
  })
}

export const resendPhoneCode = (
  deps: KycDeps,
  sessionId: string,
  language: string | null,
): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'identity', (context) => sendCodeAgain(deps, context, { channel: 'phone', language }))

export const answerPhoneCode = (deps: KycDeps, sessionId: string, code: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'identity', async (context) => {
    const { transaction, session } = context
    const { pendingFullName, customerId } = session
    const target = pendingTarget(deps, session, 'phone')
    if (!target || !pendingFullName) return null
    const problem = await answerCode(deps, context, target, code)
    if (problem) return problem
    const fullName = deps.secrets.decrypt(pendingFullName).toString('utf8')
    await writeCustomer(transaction, deps.secrets, customerId, { fullName, phone: target.destination })
    await writePending(transaction, deps.secrets, sessionId, { fullName: null, phone: null })
    return null
  })
