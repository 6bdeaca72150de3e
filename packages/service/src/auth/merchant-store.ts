import { type InferResult, sql } from 'kysely'
import { pageOf, type SearchedPage, type TimedPlace } from '../db/bounded-search.ts'
import { containing } from '../db/containing.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'

export interface NewMerchant {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
}

export const insertMerchant = async (executor: Executor, { id, name, createdAt }: NewMerchant): Promise<void> => {
  await executor.insertInto('merchants').values({ id, name, created_at: createdAt }).execute()
}

export const hasMerchant = async (executor: Executor, id: string): Promise<boolean> =>
  (await executor.selectFrom('merchants').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export interface MerchantRecord {
  readonly id: string
  readonly name: string
  readonly paymentsEnabled: boolean
  readonly complianceEnabled: boolean
  /** Decimal strings with two decimals. */
  readonly amountMin: string
  readonly amountMax: string
  readonly kycThreshold: string
  /** What buyers are told; null until it is given. */
  readonly displayName: string | null
  /** Where the logo was fetched from. */
  readonly logoUrl: string | null
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
}

const selectMerchants = (executor: Executor) =>
  executor
    .selectFrom('merchants')
    .leftJoin('merchant_logos', 'merchant_logos.merchant_id', 'merchants.id')
    .selectAll('merchants')
    .select('merchant_logos.address as logo_url')
type MerchantRow = InferResult<ReturnType<typeof selectMerchants>>[number]

const toMerchant = (row: MerchantRow): MerchantRecord => ({
  id: row.id,
  name: row.name,
  paymentsEnabled: row.payments_enabled,
  complianceEnabled: row.compliance_enabled,
  amountMin: row.amount_min,
  amountMax: row.amount_max,
  kycThreshold: row.kyc_threshold,
  displayName: row.display_name,
  logoUrl: row.logo_url,
  termsUrl: row.terms_url,
  privacyUrl: row.privacy_url,
})

export const listMerchants = async (executor: Executor): Promise<readonly MerchantRecord[]> =>
  (await selectMerchants(executor).orderBy('merchants.created_at').orderBy('merchants.id').execute()).map(toMerchant)

/** What a page of merchants, or of their clients, is asked with. */
export interface MerchantPage {
  /** Null for everybody's. */
  readonly merchantId: string | null
  /** Part of what a row is found by. */
  readonly text: string | undefined
  /** The last row of the page before. */
  readonly before: TimedPlace | null
  readonly limit: number
}

/** The newest first. */
export const listMerchantPage = async (
  executor: Executor,
  { merchantId, text, before, limit }: MerchantPage,
): Promise<SearchedPage<MerchantRecord, TimedPlace>> => {
  const rows = await selectMerchants(executor)
    .select(exactTime('merchants.created_at').as('at'))
    .$if(merchantId !== null, (all) => all.where('merchants.id', '=', merchantId))
    .$if(text !== undefined, (all) => {
      const pattern = containing(text ?? '')
      return all.where(sql<boolean>`(merchants.name ilike ${pattern} or merchants.id::text ilike ${pattern})`)
    })
    .$if(before !== null, (all) =>
      all.where(
        sql<boolean>`(merchants.created_at, merchants.id) < (${before?.at ?? null}::timestamptz, ${before?.id ?? null}::uuid)`,
      ),
    )
    .orderBy('merchants.created_at', 'desc')
    .orderBy('merchants.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = pageOf(rows, limit, ({ at, id }) => ({ at, id }))
  return { ...page, rows: page.rows.map(toMerchant) }
}

/** Every merchant, in the order in which they were made. */
export const listMerchantNames = (executor: Executor): Promise<readonly Pick<MerchantRecord, 'id' | 'name'>[]> =>
  executor.selectFrom('merchants').select(['id', 'name']).orderBy('created_at').orderBy('id').execute()

export const findMerchant = async (executor: Executor, id: string): Promise<MerchantRecord | null> => {
  const row = await selectMerchants(executor).where('merchants.id', '=', id).executeTakeFirst()
  return row === undefined ? null : toMerchant(row)
}

/** What is undefined stays as it is. */
export type MerchantChanges = {
  readonly [Name in Exclude<keyof MerchantRecord, 'id' | 'name' | 'logoUrl' | 'displayName'>]?:
    | MerchantRecord[Name]
    | undefined
} & { readonly displayName?: string | undefined }

/** @returns whether there is such a merchant, whose smallest amount is not more than its largest then. */
export const updateMerchant = async (executor: Executor, id: string, changes: MerchantChanges): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('merchants')
    .set((eb) => ({
      payments_enabled: changes.paymentsEnabled ?? eb.ref('payments_enabled'),
      compliance_enabled: changes.complianceEnabled ?? eb.ref('compliance_enabled'),
      amount_min: changes.amountMin ?? eb.ref('amount_min'),
      amount_max: changes.amountMax ?? eb.ref('amount_max'),
      kyc_threshold: changes.kycThreshold ?? eb.ref('kyc_threshold'),
      display_name: changes.displayName ?? eb.ref('display_name'),
      terms_url: changes.termsUrl === undefined ? eb.ref('terms_url') : eb.val(changes.termsUrl),
      privacy_url: changes.privacyUrl === undefined ? eb.ref('privacy_url') : eb.val(changes.privacyUrl),
    }))
    .where('id', '=', id)
    .where(
      sql<boolean>`coalesce(${changes.amountMin ?? null}::numeric, amount_min) <= coalesce(${changes.amountMax ?? null}::numeric, amount_max)`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
