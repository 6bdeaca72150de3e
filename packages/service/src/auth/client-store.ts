import type { Permission } from '@coinslot/contract'
import { CHECKOUT_LOGOS, type MerchantProfile } from '@coinslot/contract/checkout'
import { type InferResult, sql } from 'kysely'
import { pageOf, type SearchedPage, type TimedPlace } from '../db/bounded-search.ts'
import { containing } from '../db/containing.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import type { MerchantPage } from './merchant-store.ts'

export interface KeptSecret {
  readonly hash: Buffer
  readonly until: Date
}

/** A client and what is decided by its merchant. */
export interface ClientRecord {
  readonly id: string
  readonly merchantId: string
  readonly merchantName: string
  readonly secretHash: Buffer
  /** The secret before, where it signs in for a while longer. */
  readonly keptSecret: KeptSecret | null
  readonly permissions: readonly Permission[]
  readonly origins: readonly string[]
  readonly returnUrl: string | null
  readonly disabled: boolean
  /** Tokens of other generations have been revoked. */
  readonly tokenGeneration: number
  readonly createdAt: Date
  readonly paymentsEnabled: boolean
  readonly complianceEnabled: boolean
  /** Bounds of one payment, as decimal strings. */
  readonly amountMin: string
  readonly amountMax: string
  /** Approved amount of a buyer in 24 hours past which KYC is asked for, as a decimal string. */
  readonly kycThreshold: string
  /** What buyers are told of the merchant; addresses are paths under the service's base URL. */
  readonly profile: MerchantProfile
}

const selectClients = (executor: Executor) =>
  executor
    .selectFrom('clients')
    .innerJoin('merchants', 'merchants.id', 'clients.merchant_id')
    .leftJoin('merchant_logos', 'merchant_logos.merchant_id', 'merchants.id')
    .select([
      'clients.id',
      'clients.merchant_id',
      'merchants.name as merchant_name',
      'clients.secret_hash',
      'clients.kept_secret_hash',
      'clients.kept_until',
      'clients.permissions',
      'clients.origins',
      'clients.return_url',
      'clients.disabled_at',
      'clients.token_generation',
      'clients.created_at',
      'merchants.payments_enabled',
      'merchants.compliance_enabled',
      'merchants.amount_min',
      'merchants.amount_max',
      'merchants.kyc_threshold',
      'merchants.display_name',
      'merchants.terms_url',
      'merchants.privacy_url',
      'merchant_logos.digest as logo_digest',
    ])

type ClientRow = InferResult<ReturnType<typeof selectClients>>[number]

const keptSecretOf = ({ kept_secret_hash: hash, kept_until: until }: ClientRow): KeptSecret | null =>
  hash === null || until === null ? null : { hash, until }

const toRecord = (row: ClientRow): ClientRecord => ({
  id: row.id,
  merchantId: row.merchant_id,
  merchantName: row.merchant_name,
  secretHash: row.secret_hash,
  keptSecret: keptSecretOf(row),
  permissions: row.permissions,
  origins: row.origins,
  returnUrl: row.return_url,
  disabled: row.disabled_at !== null,
  tokenGeneration: row.token_generation,
  createdAt: row.created_at,
  paymentsEnabled: row.payments_enabled,
  complianceEnabled: row.compliance_enabled,
  amountMin: row.amount_min,
  amountMax: row.amount_max,
  kycThreshold: row.kyc_threshold,
  profile: {
    name: row.display_name ?? row.merchant_name,
    logo: row.logo_digest === null ? null : `${CHECKOUT_LOGOS}/${row.logo_digest}`,
    terms_url: row.terms_url,
    privacy_url: row.privacy_url,
  },
})

export const findClient = async (executor: Executor, id: string): Promise<ClientRecord | null> => {
  const row = await selectClients(executor).where('clients.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toRecord(row)
}

/** Every merchant's. */
export const listClients = async (executor: Executor): Promise<readonly ClientRecord[]> =>
  (await selectClients(executor).orderBy('clients.created_at').orderBy('clients.id').execute()).map(toRecord)

/** The newest first. */
export const listClientPage = async (
  executor: Executor,
  { merchantId, text, before, limit }: MerchantPage,
): Promise<SearchedPage<ClientRecord, TimedPlace>> => {
  const rows = await selectClients(executor)
    .select(exactTime('clients.created_at').as('at'))
    .$if(merchantId !== null, (all) => all.where('clients.merchant_id', '=', merchantId))
    .$if(text !== undefined, (all) => {
      const pattern = containing(text ?? '')
      return all.where(
        sql<boolean>`(clients.id ilike ${pattern} or merchants.name ilike ${pattern} or merchants.id::text ilike ${pattern})`,
      )
    })
    .$if(before !== null, (all) =>
      all.where(
        sql<boolean>`(clients.created_at, clients.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::text)`,
      ),
    )
    .orderBy('clients.created_at', 'desc')
    .orderBy('clients.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, ({ at, id }) => ({ at, id }))
  return { ...page, rows: page.rows.map(toRecord) }
}

export interface NewClient {
  readonly id: string
  readonly merchantId: string
  readonly secretHash: Buffer
  readonly permissions: readonly Permission[]
  readonly origins: readonly string[]
  readonly returnUrl: string | null
  readonly createdAt: Date
}

export const insertClient = async (executor: Executor, client: NewClient): Promise<void> => {
  await executor
    .insertInto('clients')
    .values({
      id: client.id,
      merchant_id: client.merchantId,
      secret_hash: client.secretHash,
      permissions: [...client.permissions],
      origins: [...client.origins],
      return_url: client.returnUrl,
      disabled_at: null,
      created_at: client.createdAt,
    })
    .execute()
}

/** How many clients a merchant has, disabled ones included; nobody else counts them until the transaction ends. */
export const holdClientCount = async (transaction: Executor, merchantId: string): Promise<number> => {
  await transaction.selectFrom('merchants').select('id').where('id', '=', merchantId).forNoKeyUpdate().execute()
  const { count } = await transaction
    .selectFrom('clients')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('merchant_id', '=', merchantId)
    .executeTakeFirstOrThrow()
  return count
}

/** @returns whether there is such a client. */
export const disableClient = async (executor: Executor, id: string, at: Date): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('clients')
    .set((eb) => ({ disabled_at: eb.fn.coalesce('disabled_at', eb.val(at)) }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** What is undefined stays as it is. */
export interface ClientChanges {
  readonly origins?: readonly string[] | undefined
  readonly returnUrl?: string | null | undefined
}

/** @returns whether there is such a client. */
export const updateClient = async (
  executor: Executor,
  id: string,
  { origins, returnUrl }: ClientChanges,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('clients')
    .set((eb) => ({
      origins: origins === undefined ? eb.ref('origins') : eb.val([...origins]),
      return_url: returnUrl === undefined ? eb.ref('return_url') : eb.val(returnUrl),
    }))
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface NewSecret {
  readonly secretHash: Buffer
  /** How long the old secret signs in beside it; null where it stops. */
  readonly keepOldUntil: Date | null
  /** Whether tokens that were issued before end. */
  readonly revokeTokens: boolean
}

export const replaceClientSecret = async (
  executor: Executor,
  id: string,
  { secretHash, keepOldUntil, revokeTokens }: NewSecret,
): Promise<void> => {
  await executor
    .updateTable('clients')
    .set((set) => ({
      secret_hash: secretHash,
      kept_secret_hash: keepOldUntil === null ? null : set.ref('secret_hash'),
      kept_until: keepOldUntil,
      token_generation: set('token_generation', '+', revokeTokens ? 1 : 0),
    }))
    .where('id', '=', id)
    .execute()
}
