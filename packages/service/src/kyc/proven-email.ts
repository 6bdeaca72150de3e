import type { Payment } from '../payments/payment-store.ts'
import type { KycDeps } from './deps.ts'
import { gateAhead } from './gate.ts'
import { findGate } from './session-store.ts'

/** The e-mail address that the buyer of a payment has proven to be theirs, now or before; null where they have not. */
export const provenEmail = async ({ db, secrets }: KycDeps, payment: Payment): Promise<string | null> => {
  const { customer } = (await findGate(db, payment.id)) ?? (await gateAhead(db, payment))
  return customer.email && secrets.decrypt(customer.email).toString('utf8')
}
