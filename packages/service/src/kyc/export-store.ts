import type { Executor } from '../db/database.ts'
import { type Sealed, sealedAt } from '../db/sealed.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findCustomer, type FoundCustomer, listAfresh } from './customer-store.ts'
import type { PostalAddress } from './provider.ts'
import { sessionPlace } from './session-store.ts'

type Open = (sealed: Sealed | null) => string | null

const listChecks = async (executor: Executor, customerId: string, open: Open) => {
  const rows = await executor
    .selectFrom('kyc_sessions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    level: row.level,
    created_at: row.created_at,
    submitted_at: row.submitted_at,
    outcome: row.outcome,
    decided_at: row.decided_at,
    external_id: row.external_id,
    payment_intent_id: row.intent_id,
    wallet: open(sealedAt(row.wallet_encrypted, sessionPlace(row.id, 'wallet_encrypted'))),
    not_verified: {
      email: open(sealedAt(row.pending_email_encrypted, sessionPlace(row.id, 'pending_email_encrypted'))),
      full_name: open(sealedAt(row.pending_full_name_encrypted, sessionPlace(row.id, 'pending_full_name_encrypted'))),
      phone: open(sealedAt(row.pending_phone_encrypted, sessionPlace(row.id, 'pending_phone_encrypted'))),
    },
  }))
}

const listFiles = (executor: Executor, customerId: string) =>
  executor
    .selectFrom('kyc_uploads')
    .select(['kind', 'content_type', 'uploaded_at'])
    .where('customer_id', '=', customerId)
    .orderBy('kind')
    .execute()

const toAddress = ({ street, city, postalCode, country }: PostalAddress) => ({
  street,
  city,
  postal_code: postalCode,
  country,
})

const identityOf = async (executor: Executor, secrets: Secrets, { id, customer }: FoundCustomer) => {
  const open: Open = (sealed) => sealed && secrets.decrypt(sealed).toString()
  const address = open(customer.address)
  return {
    level: customer.level,
    email: open(customer.email),
    full_name: open(customer.fullName),
    phone: open(customer.phone),
    address: address === null ? null : toAddress(JSON.parse(address)),
    files: await listFiles(executor, id),
    checks: await listChecks(executor, id, open),
  }
}

/**
 * What a customer has given in identity checks, and how these ended; of files that there are any, not what they show. What
 * a sandbox buyer has given who begins afresh with each intent stands by itself.
 * @throws {SecretError} where a value needs a key that is not configured: part of it would be taken for all.
 */
export const exportIdentity = async (
  executor: Executor,
  secrets: Secrets,
  { merchantId, customerHash }: { readonly merchantId: string; readonly customerHash: Buffer },
) => {
  const found = await findCustomer(executor, merchantId, customerHash)
  const afresh = []
  for (const each of await listAfresh(executor, merchantId, customerHash))
    afresh.push(await identityOf(executor, secrets, each))
  return { identity: found && (await identityOf(executor, secrets, found)), afresh }
}
