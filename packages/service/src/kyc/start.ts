import { randomUUID } from 'node:crypto'
import { type Kyc, type KycRequest, LIMITS } from '@coinslot/contract'
import type { Principal } from '../auth/principal.ts'
import { sessionToken } from '../auth/session-token.ts'
import { widgetData } from '../widget/widget-data.ts'
import { type KycDeps, kycServicesOf } from './deps.ts'
import { screen } from '../screening/screen.ts'
import { customerKey } from '../payments/customer-key.ts'
import { carryCustomerOver } from '../payments/customer-store.ts'
import { catchUp } from './catch-up.ts'
import { findOrCreateCustomer } from './customer-store.ts'
import { findKycSession, findOpenSession, insertKycSession, sessionPlace } from './session-store.ts'

/**
 * Starts a KYC session, or takes up the customer's open one of the same level; one for which all has been given before is
 * decided at once.
 * @param country of the caller, ISO 3166-1 alpha-2.
 * @throws {ApiError} 503 where nobody verifies identities.
 * @see service.md, "POST /compliance/v2/kyc"; decisions.md §5
 */
export const startKyc = async (
  deps: KycDeps,
  { merchantId, clientId }: Principal,
  { action: { level }, customer }: KycRequest,
  country: string | null,
): Promise<Kyc> => {
  const { external_id: externalId, wallet } = customer
  const subject = { externalId, walletAddress: wallet.address, country }
  const refusal = await screen(deps, deps.db, subject)
  if (refusal) return { flow: 'KYC_OCC', error_code: refusal, widget_data: null }
  kycServicesOf(deps)

  const at = deps.clock.now()
  const names = { id: externalId, wallet }
  const customerHash = deps.secrets.hash(customerKey(merchantId, names))
  await carryCustomerOver(deps.db, deps.secrets, { merchantId, customerHash, names })
  const sessionId = await deps.db.transaction().execute(async (transaction) => {
    const customerId = await findOrCreateCustomer(transaction, merchantId, customerHash, at)
    const open = await findOpenSession(transaction, { customerId, clientId, level }, at)
    if (open) return open
    const id = randomUUID()
    await insertKycSession(transaction, {
      id,
      merchantId,
      clientId,
      customerId,
      intentId: null,
      externalId: externalId ?? null,
      wallet: deps.secrets.encrypt(wallet.address, sessionPlace(id, 'wallet_encrypted')),
      level,
      createdAt: at,
      expiresAt: new Date(at.getTime() + LIMITS.kycSessionHours * 3_600_000),
    })
    return id
  })
  const session = await findKycSession(deps.db, sessionId)
  if (session) await catchUp(deps, session)
  const token = sessionToken(deps.secrets, 'kyc', sessionId)
  return { flow: 'KYC_OCC', error_code: null, widget_data: widgetData(deps, { clientId, token }) }
}
