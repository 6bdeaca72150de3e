import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { answerCode, challenge, challengeAgain, pendingTarget } from './answer-code.ts'
import { customerPlace, writeCustomer } from './customer-store.ts'
import { loadIdentityRules } from './load-identity.ts'
import { sessionPlace, writePending } from './session-store.ts'
import { takeStep } from './take-step.ts'

/** Takes name and number, also in place of those given before, and sends the number a code. */
export const giveIdentity = async (
  deps: KycDeps,
  sessionId: string,
  typed: { readonly full_name: string; readonly phone: string },
): Promise<CheckoutProblem | null> => {
  const { isInCountries, readFullName, readPhone } = await loadIdentityRules()
  const fullName = readFullName(typed.full_name)
  if (fullName === null) return 'full_name'
  const phone = readPhone(typed.phone)
  if (phone === null) return 'phone'
  if (!isInCountries(phone, deps.config.phoneCountries)) return 'phone_country'
  return takeStep(deps, sessionId, 'identity', async (context) => {
    const problem = await challenge(deps, context, 'phone', phone)
    if (problem) return problem
    await writePending(context.transaction, sessionId, {
      pending_full_name_encrypted: deps.secrets.encrypt(
        fullName,
        sessionPlace(sessionId, 'pending_full_name_encrypted'),
      ),
      pending_phone_encrypted: deps.secrets.encrypt(phone, sessionPlace(sessionId, 'pending_phone_encrypted')),
    })
    return null
  })
}

export const resendPhoneCode = (deps: KycDeps, sessionId: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'identity', (context) => challengeAgain(deps, context, 'phone'))

export const answerPhoneCode = (deps: KycDeps, sessionId: string, code: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'identity', async (context) => {
    const { transaction, session } = context
    const { pendingFullName, customerId } = session
    const target = pendingTarget(deps, session, 'phone')
    if (!target || !pendingFullName) return null
    const problem = await answerCode(deps, context, target, code)
    if (problem) return problem
    const { encrypt, decrypt } = deps.secrets
    await writeCustomer(transaction, customerId, {
      full_name_encrypted: encrypt(decrypt(pendingFullName), customerPlace(customerId, 'full_name_encrypted')),
      phone_encrypted: encrypt(target.destination, customerPlace(customerId, 'phone_encrypted')),
    })
    await writePending(transaction, sessionId, { pending_full_name_encrypted: null, pending_phone_encrypted: null })
    return null
  })
