import type { Platform } from '../platform/platform.ts'
import { type CustomerNames, customerKey } from '../payments/customer-key.ts'
import { carryCustomerOver } from '../payments/customer-store.ts'
import { forgetBuyerId, hasOpenPayment } from '../payments/forget-store.ts'
import { deleteCustomer, hasOpenCheck, lockCustomers } from './forget-store.ts'
import { reclaimPieces } from './upload-store.ts'

/** Of one merchant, by one name; who is known by several has to be forgotten by each. */
interface NamedCustomer {
  readonly merchantId: string
  readonly names: CustomerNames
}

/** What was forgotten, or what has to end before. */
type Forgotten =
  | { readonly underWay: 'payment' | 'check' }
  | { readonly underWay: null; readonly checks: number; readonly payments: number }

/**
 * Forgets what a customer has given, files included, and takes the merchant's id of them off their payments. These stay,
 * under the keyed hash by which the limits of a day are counted.
 */
export const forgetCustomer = async (
  { db, secrets, clock, config }: Pick<Platform, 'db' | 'secrets' | 'clock' | 'config'>,
  { merchantId, names }: NamedCustomer,
): Promise<Forgotten> => {
  const customerHash = secrets.hash(customerKey(merchantId, names))
  await carryCustomerOver(db, secrets, { merchantId, customerHash, names })
  const checks = await db.transaction().execute(async (transaction) => {
    const customerIds = await lockCustomers(transaction, merchantId, customerHash)
    if (await hasOpenPayment(transaction, merchantId, customerHash)) return 'payment'
    for (const id of customerIds) if (await hasOpenCheck(transaction, id, clock.now())) return 'check'
    let forgotten = 0
    for (const id of customerIds) forgotten += await deleteCustomer(transaction, id)
    return forgotten
  })
  if (typeof checks === 'string') return { underWay: checks }
  if (config.database.kind === 'embedded' && checks > 0) await reclaimPieces(db)
  const payments = names.id === undefined ? 0 : await forgetBuyerId(db, { merchantId, buyerId: names.id })
  return { underWay: null, checks, payments }
}
