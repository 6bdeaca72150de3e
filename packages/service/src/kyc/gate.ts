import { randomUUID } from 'node:crypto'
import type { KycLevel } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import type { Payment } from '../payments/payment-store.ts'
import { findOrCreateCustomer } from './customer-store.ts'
import { review } from './review.ts'
import { findGate, insertKycSession, type KycSession } from './session-store.ts'
import { submitIfComplete } from './submit.ts'

/** The level that ERR06 asks for. */
const GATE_LEVEL: KycLevel = 2

/** Whether a buyer has to be verified before the card is asked for. */
export const hasGate = ({ errorCode, kycPassedAt }: Payment): boolean => errorCode === 'ERR06' && kycPassedAt === null

/** The KYC session in front of an intent; the first look at it opens it, for the customer as known to the merchant. */
export const openGate = async (deps: KycDeps, payment: Payment): Promise<KycSession> => {
  const known = await findGate(deps.db, payment.id)
  if (known) return known
  const at = deps.clock.now()
  const isSubmitted = await deps.db.transaction().execute(async (transaction) => {
    const customerHash = payment.kycAfresh ? null : payment.buyerHash
    const session = {
      id: randomUUID(),
      merchantId: payment.merchantId,
      clientId: payment.clientId,
      customerId: await findOrCreateCustomer(transaction, payment.merchantId, customerHash, at),
      intentId: payment.id,
      externalId: payment.buyerId,
      wallet: null,
      level: GATE_LEVEL,
      createdAt: at,
      expiresAt: payment.expiresAt,
    }
    await insertKycSession(transaction, session)
    const gate = await findGate(transaction, payment.id)
    return gate?.id === session.id && (await submitIfComplete(transaction, session.id, at)) ? session.id : null
  })
  if (isSubmitted) await review(deps, isSubmitted)
  const opened = await findGate(deps.db, payment.id)
  if (!opened) throw new Error(`The KYC gate of ${payment.id} was not opened`)
  return opened
}
