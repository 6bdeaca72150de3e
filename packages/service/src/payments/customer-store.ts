import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets.ts'
import type { Executor } from '../db/database.ts'
import { customerKey, type CustomerNames, earlierCustomerKey } from './customer-key.ts'

/** Brings a customer that an earlier version knew by another key under today's, unless there is one already. */
export const carryCustomerOver = async (
  executor: Executor,
  secrets: Secrets,
  merchantId: string,
  names: CustomerNames,
): Promise<void> => {
  const earlier = earlierCustomerKey(merchantId, names)
  if (earlier === null) return
  const hash = secrets.hash(customerKey(merchantId, names))
  await sql`
    update kyc_customers set customer_hash = ${hash}
    where merchant_id = ${merchantId} and customer_hash = ${secrets.hash(earlier)} and not exists (
      select from kyc_customers where merchant_id = ${merchantId} and customer_hash = ${hash}
    )
  `.execute(executor)
}
