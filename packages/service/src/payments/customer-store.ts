import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'
import { type CustomerNames, earlierCustomerKey } from './customer-key.ts'

interface KnownCustomer {
  readonly merchantId: string
  /** Of today's key. */
  readonly customerHash: Buffer
  readonly names: CustomerNames
}

/** Brings a customer that an earlier version knew by another key under today's, unless there is one already. */
export const carryCustomerOver = async (
  executor: Executor,
  secrets: Secrets,
  { merchantId, customerHash, names }: KnownCustomer,
): Promise<void> => {
  const earlier = earlierCustomerKey(merchantId, names)
  if (earlier === null) return
  await sql`
    update kyc_customers set customer_hash = ${customerHash}
    where merchant_id = ${merchantId} and customer_hash = ${secrets.hash(earlier)} and not exists (
      select from kyc_customers where merchant_id = ${merchantId} and customer_hash = ${customerHash}
    )
  `.execute(executor)
}
