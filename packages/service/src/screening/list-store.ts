import { sql } from 'kysely'
import { pageOf, type SearchedPage } from '../db/bounded-search.ts'
import type { Executor } from '../db/database.ts'
import { exactTime } from '../db/exact-time.ts'
import { placeOf, type Sealed } from '../db/sealed.ts'
import type { ListFindings } from './screening-rules.ts'

/** Where the value of a ban stands. */
export const banPlace = (hash: Buffer) => placeOf('bans', 'value_encrypted', [hash])
/** Where a flagged address stands. */
export const walletPlace = (hash: Buffer) => placeOf('flagged_wallets', 'address_encrypted', [hash])

/** One value of a list: found by its hash, read by decrypting. */
export interface ListedValue {
  readonly hash: Buffer
  readonly encrypted: Buffer
}

export const readLists = async (
  executor: Executor,
  valueHashes: readonly Buffer[],
  walletHash: Buffer | null,
): Promise<ListFindings> => {
  const { rows } = await sql<ListFindings>`
    select
      exists (select 1 from bans where value_hash = any(${[...valueHashes]}::bytea[])) as banned,
      exists (select 1 from flagged_wallets where address_hash = ${walletHash}::bytea) as flagged
  `.execute(executor)
  return rows[0] ?? { banned: false, flagged: false }
}

export const insertBan = async (executor: Executor, { hash, encrypted }: ListedValue, at: Date): Promise<void> => {
  await executor
    .insertInto('bans')
    .values({ value_hash: hash, value_encrypted: encrypted, created_at: at })
    .onConflict((conflict) => conflict.column('value_hash').doNothing())
    .execute()
}

/** @returns whether it was listed. */
export const deleteBan = async (executor: Executor, hash: Buffer): Promise<boolean> => {
  const { numDeletedRows } = await executor.deleteFrom('bans').where('value_hash', '=', hash).executeTakeFirst()
  return numDeletedRows > 0n
}

export const listBans = async (executor: Executor): Promise<readonly Sealed[]> => {
  const rows = await executor.selectFrom('bans').selectAll().orderBy('created_at').execute()
  return rows.map((row) => ({ bytes: row.value_encrypted, place: banPlace(row.value_hash) }))
}

export const insertFlaggedWallet = async (
  executor: Executor,
  { hash, encrypted }: ListedValue,
  at: Date,
): Promise<void> => {
  await executor
    .insertInto('flagged_wallets')
    .values({ address_hash: hash, address_encrypted: encrypted, created_at: at })
    .onConflict((conflict) => conflict.column('address_hash').doNothing())
    .execute()
}

/** @returns whether it was listed. */
export const deleteFlaggedWallet = async (executor: Executor, hash: Buffer): Promise<boolean> => {
  const { numDeletedRows } = await executor
    .deleteFrom('flagged_wallets')
    .where('address_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const listFlaggedWallets = async (executor: Executor): Promise<readonly Sealed[]> => {
  const rows = await executor.selectFrom('flagged_wallets').selectAll().orderBy('created_at').execute()
  return rows.map((row) => ({ bytes: row.address_encrypted, place: walletPlace(row.address_hash) }))
}

/** An entry of a list and where it stands there. */
export interface ListedEntry {
  /** Its hash in hex. */
  readonly id: string
  /** RFC 3339 with microseconds. */
  readonly at: string
  readonly sealed: Sealed
}

export interface ListedPage {
  /** The last entry of the page before. */
  readonly before: Pick<ListedEntry, 'id' | 'at'> | null
  readonly limit: number
}

const LISTS = {
  bans: { hash: sql.ref('value_hash'), encrypted: sql.ref('value_encrypted'), placeOf: banPlace },
  flagged_wallets: { hash: sql.ref('address_hash'), encrypted: sql.ref('address_encrypted'), placeOf: walletPlace },
} as const
export type ListName = keyof typeof LISTS

/** One page of a list, the newest first. */
export const readListed = async (
  executor: Executor,
  list: ListName,
  { before, limit }: ListedPage,
): Promise<SearchedPage<ListedEntry, Pick<ListedEntry, 'id' | 'at'>>> => {
  const { hash, encrypted, placeOf: place } = LISTS[list]
  const older =
    before === null
      ? sql`true`
      : sql`(created_at, ${hash}) < (${before.at}::timestamptz, ${Buffer.from(before.id, 'hex')}::bytea)`
  const { rows } = await sql<ListedValue & { at: string }>`
    select ${hash} as hash, ${encrypted} as encrypted, ${exactTime('created_at')} as at
    from ${sql.table(list)} where ${older}
    order by created_at desc, ${hash} desc limit ${limit + 1}::integer
  `.execute(executor)
  return pageOf(
    rows.map((row) => ({
      id: row.hash.toString('hex'),
      at: row.at,
      sealed: { bytes: row.encrypted, place: place(row.hash) },
    })),
    limit,
    ({ id, at }) => ({ id, at }),
  )
}
