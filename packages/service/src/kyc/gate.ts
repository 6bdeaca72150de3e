import { randomUUID } from 'node:crypto'
import type { KycLevel } from '@coinslot/contract'
import type { KycDeps } from './deps.ts'
import type { Executor } from '../db/database.ts'
import type { Payment } from '../payments/payment-store.ts'
import { catchUp } from './catch-up.ts'
import { findCustomer, findOrCreateCustomer, type KycCustomer } from './customer-store.ts'
import { review } from './review.ts'
import { findGate, insertKycSession, type KycSession } from './session-store.ts'
import { submitIfComplete } from './submit.ts'

/** The level that ERR06 asks for. */
const GATE_LEVEL: KycLevel = 2

/** How far a customer has come with what a level asks for. */
export type KycProgress = Pick<KycSession, 'level' | 'customer' | 'pendingEmail' | 'pendingPhone'>

const NOTHING_GIVEN: KycCustomer = {
  email: null,
  fullName: null,
  phone: null,
  address: null,
  documentsSubmittedAt: null,
  level: 0,
}

/** What a gate that has not been opened yet will begin with; reads, and changes nothing. */
export const gateAhead = async (executor: Executor, payment: Payment): Promise<KycProgress> => {
  const { merchantId, buyerHash, kycAfresh } = payment
  const known = kycAfresh ? null : await findCustomer(executor, merchantId, buyerHash)
  return { level: GATE_LEVEL, customer: known?.customer ?? NOTHING_GIVEN, pendingEmail: null, pendingPhone: null }
}

const open = async (deps: KycDeps, payment: Payment): Promise<void> => {
  const at = deps.clock.now()
  const id = randomUUID()
  const isSubmitted = await deps.db.transaction().execute(async (transaction) => {
    const customerHash = payment.kycAfresh ? null : payment.buyerHash
    await insertKycSession(transaction, {
      id,
      merchantId: payment.merchantId,
      clientId: payment.clientId,
      customerId: await findOrCreateCustomer(transaction, payment.merchantId, customerHash, at),
      intentId: payment.id,
      externalId: payment.buyerId,
      wallet: null,
      level: GATE_LEVEL,
      createdAt: at,
      expiresAt: payment.expiresAt,
    })
    // Where somebody else has opened the gate first, there is no session of this id.
    return submitIfComplete(transaction, id, at)
  })
  if (isSubmitted) await review(deps, id)
}

/**
 * Opens the KYC session in front of an intent, for the customer as known to the merchant, unless it has been. A customer
 * who has given everything, here or elsewhere meanwhile, has it decided at once.
 * @returns which one it is; what was read of it may have changed.
 */
export const openGate = async (deps: KycDeps, payment: Payment): Promise<Pick<KycSession, 'id'>> => {
  const known = await findGate(deps.db, payment.id)
  if (known) await catchUp(deps, known)
  else await open(deps, payment)
  const gate = known ?? (await findGate(deps.db, payment.id))
  if (!gate) throw new Error(`The KYC gate of ${payment.id} was not opened`)
  return gate
}
