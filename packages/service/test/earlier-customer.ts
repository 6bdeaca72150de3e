import { randomUUID } from 'node:crypto'
import { earlierCustomerKey } from '../src/payments/customer-key.ts'
import type { TestService } from './harness.ts'

/** Keeps a customer who has passed level 2, as a version did that told spellings of an address apart. @returns their id. */
export const keepEarlierCustomer = async (
  { deps, clock, merchant }: TestService,
  wallet: { readonly address: string; readonly blockchain: string },
): Promise<string> => {
  const key = earlierCustomerKey(merchant.merchantId, { wallet })
  if (key === null) throw new Error('It has one spelling')
  const id = randomUUID()
  const customer = { id, merchant_id: merchant.merchantId, customer_hash: deps.secrets.hash(key), level: 2 }
  await deps.db
    .insertInto('kyc_customers')
    .values({ ...customer, created_at: clock.now() })
    .execute()
  return id
}
