import type { CheckoutProblem } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import { writeCustomer } from './customer-store.ts'
import { loadIdentityRules } from './load-identity.ts'
import type { PostalAddress } from './provider.ts'
import { takeStep } from './take-step.ts'

/** Takes the residential address. */
export const giveAddress = async (
  deps: KycDeps,
  sessionId: string,
  address: PostalAddress,
): Promise<CheckoutProblem | null> => {
  const { addressProblem } = await loadIdentityRules()
  const problem = addressProblem(address)
  if (problem) return problem
  return takeStep(deps, sessionId, 'address', async ({ transaction, session }) => {
    await writeCustomer(transaction, deps.secrets, session.customerId, { address: JSON.stringify(address) })
    return null
  })
}
