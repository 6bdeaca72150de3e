import { listAttemptHistory } from '../cards/attempt-history-store.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import { exportIdentity } from '../kyc/export-store.ts'
import { type CustomerNames, customerKey } from '../payments/customer-key.ts'
import { carryCustomerOver } from '../payments/customer-store.ts'
import { exportPayments } from '../payments/export-store.ts'

/** What is kept of a customer of a merchant under one name: identity checks, and payments with the cards that were tried. */
export const exportCustomer = async (
  { db, secrets, clock }: Pick<ServiceDeps, 'db' | 'secrets' | 'clock'>,
  { merchantId, names }: { readonly merchantId: string; readonly names: CustomerNames },
) => {
  const customerHash = secrets.hash(customerKey(merchantId, names))
  await carryCustomerOver(db, secrets, { merchantId, customerHash, names })
  const payments = []
  for (const payment of await exportPayments(db, { merchantId, buyerHash: customerHash }, clock.now())) {
    const attempts = await listAttemptHistory(db, payment.payment_intent_id)
    const cards = attempts.map(({ brand, lastFour, status, createdAt }) => ({
      brand,
      last_four: lastFour,
      status,
      created_at: createdAt,
    }))
    payments.push({ ...payment, cards })
  }
  const { identity, afresh } = await exportIdentity(db, secrets, { merchantId, customerHash })
  return { identity, ...(afresh.length > 0 ? { identities_afresh: afresh } : {}), payments }
}
