import type { CheckoutProblem } from '@coinslot/contract'
import { isSupportedCountry } from 'libphonenumber-js'
import type { KycDeps } from './deps.ts'
import { writeCustomer } from './customer-store.ts'
import type { PostalAddress } from './provider.ts'
import { takeStep } from './take-step.ts'

const isBlank = (text: string): boolean => text.trim() === ''

/** Takes the residential address. */
export const giveAddress = async (
  deps: KycDeps,
  sessionId: string,
  address: PostalAddress,
): Promise<CheckoutProblem | null> => {
  if ([address.street, address.city, address.postalCode].some(isBlank)) return 'address'
  if (!isSupportedCountry(address.country)) return 'country'
  return takeStep(deps, sessionId, 'address', async ({ transaction, session }) => {
    const address_encrypted = deps.secrets.encrypt(JSON.stringify(address))
    await writeCustomer(transaction, session.customerId, { address_encrypted })
    return null
  })
}
