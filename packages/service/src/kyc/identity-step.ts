import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { answerCode, challengeWith } from './answer-code.ts'
import type { CodeTarget } from './code-limits.ts'
import { customerPlace, writeCustomer } from './customer-store.ts'
import { loadIdentityRules } from './load-identity-rules.ts'
import type { KycSession } from './session-store.ts'
import { sessionPlace, writePending } from './session-store.ts'
import { takeStep } from './take-step.ts'

const targetOf = ({ secrets }: KycDeps, { merchantId, pendingPhone }: KycSession): CodeTarget | null =>
  pendingPhone ? { merchantId, channel: 'phone', destination: secrets.decrypt(pendingPhone).toString('utf8') } : null

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
    const { merchantId } = context.session
    const isResend = targetOf(deps, context.session)?.destination !== phone
    const problem = await challengeWith(
      deps,
      context,
      { merchantId, channel: 'phone', destination: phone },
      { isResend },
    )
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
  takeStep(deps, sessionId, 'identity', async (context) => {
    const target = targetOf(deps, context.session)
    return target && challengeWith(deps, context, target, { isResend: true })
  })

export const answerPhoneCode = (deps: KycDeps, sessionId: string, code: string): Promise<CheckoutProblem | null> =>
  takeStep(deps, sessionId, 'identity', async (context) => {
    const { transaction, session } = context
    const { pendingFullName, customerId } = session
    const target = targetOf(deps, session)
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
