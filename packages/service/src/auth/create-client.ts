import { randomUUID } from 'node:crypto'
import { type Permission, uuidSchema } from '@coinslot/contract'
import type { Clock } from '../platform/clock.ts'
import type { Database, Executor } from '../db/database.ts'
import { ApiError } from '../http/api-error.ts'
import { type ClientRecord, holdClientCount, insertClient } from './client-store.ts'
import { hasMerchant, insertMerchant } from './merchant-store.ts'
import { randomSecret, sha256 } from '../platform/secrets.ts'

export interface ClientOptions {
  /** Name of a new merchant, or the id of the one whose further client this is: equal names share nothing. */
  readonly merchant: string
  readonly permissions?: readonly Permission[]
  /** Origins of pages that may frame the checkout. */
  readonly origins?: readonly string[]
  readonly returnUrl?: string | null
  /** Refuses another one of a merchant that has as many. Default: however many there are. */
  readonly most?: number | undefined
}

/** Credentials as they are shown once; only a hash of the secret is kept. */
export interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly merchantId: string
}

/** 256 random bits. @see decisions.md §2 */
export const newClientSecret = (): string => `secret_${randomSecret()}`

/** Why a client is changed no more, as nothing signs in with it; null where it may be. */
export const disabledRefusal = ({ id, disabled }: ClientRecord): string | null =>
  disabled ? `${id} is disabled for good: create another client` : null

/** There is no merchant of this id. */
class UnknownMerchantError extends Error {
  override readonly name = 'UnknownMerchantError'
  readonly code = 'unknown_merchant'

  constructor(id: string) {
    super(`There is no merchant ${id}; name a new one, or take the id of one that \`merchants list\` shows`)
  }
}

/**
 * The id of the merchant that is named by its id, or of a new one of that name.
 * @throws {UnknownMerchantError} `unknown_merchant` when there is none of that id.
 */
export const findOrMakeMerchant = async (executor: Executor, nameOrId: string, createdAt: Date): Promise<string> => {
  if (uuidSchema.safeParse(nameOrId).success) {
    if (!(await hasMerchant(executor, nameOrId))) throw new UnknownMerchantError(nameOrId)
    return nameOrId.toLowerCase()
  }
  const id = randomUUID()
  await insertMerchant(executor, { id, name: nameOrId, createdAt })
  return id
}

/** @throws {ApiError} 429 where the merchant has as many clients as it may. */
const assertPlace = async (transaction: Executor, merchantId: string, most: number): Promise<void> => {
  if ((await holdClientCount(transaction, merchantId)) < most) return
  throw new ApiError(429, `A merchant makes at most ${most} clients here; ask the operator for another`)
}

/**
 * Issues credentials, to a new merchant or to one that is named by its id. @see decisions.md §2
 * @throws {UnknownMerchantError} `unknown_merchant` when there is none of that id.
 * @throws {ApiError} 429 past the most that the merchant may have.
 */
export const createClient = (
  db: Database,
  clock: Clock,
  {
    merchant,
    permissions = ['payments', 'compliance', 'notifications'],
    origins = [],
    returnUrl = null,
    most,
  }: ClientOptions,
): Promise<Credentials> =>
  db.transaction().execute(async (transaction) => {
    const createdAt = clock.now()
    const merchantId = await findOrMakeMerchant(transaction, merchant, createdAt)
    if (most !== undefined) await assertPlace(transaction, merchantId, most)
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
