import { sql } from 'kysely'
import type { Secrets } from '../platform/secrets.ts'
import type { Database } from '../db/database.ts'
import { codeOf } from '../db/error-code.ts'
import { type CustomerNames, earlierCustomerKey } from './customer-key.ts'

interface KnownCustomer {
  readonly merchantId: string
  /** Of today's key. */
  readonly customerHash: Buffer
  readonly names: CustomerNames
}

const UNIQUE_VIOLATION = '23505'

/** Brings a customer that an earlier version knew by another key under today's, unless there is one already. */
export const carryCustomerOver = async (
  db: Database,
  secrets: Secrets,
  { merchantId, customerHash, names }: KnownCustomer,
): Promise<void> => {
  const earlier = earlierCustomerKey(merchantId, names)
  if (earlier === null) return
  const carried = sql`
    update kyc_customers set customer_hash = ${customerHash}
    where merchant_id = ${merchantId} and customer_hash = ${secrets.hash(earlier)} and not exists (
      select from kyc_customers where merchant_id = ${merchantId} and customer_hash = ${customerHash}
    )
  `.execute(db)
  await carried.catch((error: unknown) => {
    // There has been one since the statement began.
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
  })
}
