import { randomUUID } from 'node:crypto'
import type { Permission } from '@coinslot/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../db/database.ts'
import { insertClient } from './client-store.ts'
import { findOrInsertMerchant } from './merchant-store.ts'
import { randomSecret, sha256 } from '../platform/secrets.ts'

export interface ClientOptions {
  /** Name of the merchant, who is made when nobody has it. */
  readonly merchant: string
  readonly permissions?: readonly Permission[]
  /** Origins of pages that may frame the checkout. */
  readonly origins?: readonly string[]
  readonly returnUrl?: string | null
}

/** Credentials as they are shown once; only a hash of the secret is kept. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantId: string
}

/** 256 random bits. @see decisions.md §2 */
export const newClientSecret = (): string => `secret_${randomSecret()}`

/** Issues credentials, to a new merchant where nobody has the name. @see decisions.md §2 */
export const createClient = (
  db: Database,
  clock: Clock,
  {
    merchant,
    permissions = ['payments', 'compliance', 'notifications'],
    origins = [],
    returnUrl = null,
  }: ClientOptions,
): Promise<Credentials> =>
  db.transaction().execute(async (transaction) => {
    const createdAt = clock.now()
    const merchantId = await findOrInsertMerchant(transaction, { id: randomUUID(), name: merchant, createdAt })
    const clientId = `client_${randomSecret().slice(0, 22)}`
    const clientSecret = newClientSecret()
    await insertClient(transaction, {
      id: clientId,
      merchantId,
      secretHash: sha256(clientSecret),
      permissions,
      origins,
      returnUrl,
      createdAt,
    })
    return { clientId, clientSecret, merchantId }
  })
