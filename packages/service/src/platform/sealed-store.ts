import { type RawBuilder, sql } from 'kysely'
import type { Database, Executor } from '../db/database.ts'
import { placeOf, type RowName, type Sealed, SEALED_COLUMNS, type SealedTable } from '../db/sealed.ts'

export interface SecretsState {
  readonly lookupKey: Buffer | null
  readonly hasEarlierForm: boolean
}

export const readSecretsState = async (executor: Executor): Promise<SecretsState> => {
  const row = await executor.selectFrom('secrets_state').selectAll().executeTakeFirstOrThrow()
  return { lookupKey: row.lookup_key_encrypted, hasEarlierForm: row.has_earlier_form }
}

/** Keeps the lookup key, unless another process was first. */
export const keepFirstLookupKey = async (executor: Executor, encrypted: Buffer): Promise<void> => {
  await executor
    .updateTable('secrets_state')
    .set({ lookup_key_encrypted: encrypted })
    .where('lookup_key_encrypted', 'is', null)
    .execute()
}

export const noteEarlierFormGone = async (executor: Executor): Promise<void> => {
  await executor.updateTable('secrets_state').set({ has_earlier_form: false }).execute()
}

/** A row with its ciphertexts, by column. */
export interface SealedRow {
  readonly row: RowName
  readonly sealed: Readonly<Record<string, Sealed>>
}

const names = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))
const values = (parts: RowName): RawBuilder<unknown> => sql.join(parts.map((part) => sql`${part}`))

/** The next rows of a table that hold a ciphertext (where a prefix is given, one without it), in the order of their names. */
export const listSealedRows = async (
  executor: Executor,
  table: SealedTable,
  { prefix, after, limit }: { prefix: Buffer | null; after: RowName | null; limit: number },
): Promise<readonly SealedRow[]> => {
  const { row, columns } = SEALED_COLUMNS[table]
  const isOther = columns.map((column) =>
    prefix === null
      ? sql`${sql.ref(column)} is not null`
      : sql`substring(${sql.ref(column)} from 1 for ${sql.lit(prefix.length)}) <> ${prefix}::bytea`,
  )
  const { rows } = await sql<Record<string, RowName[number] | null>>`
    select ${names([...row, ...columns])} from ${sql.table(table)}
    where ${after === null ? sql`true` : sql`(${names(row)}) > (${values(after)})`} and (${sql.join(isOther, sql` or `)})
    order by ${names(row)} limit ${sql.lit(limit)}
  `.execute(executor)
  return rows.map((found) => {
    const name = row.map((part) => found[part] as RowName[number])
    const held = columns.filter((column) => found[column] !== null)
    const sealed = held.map((column) => [
      column,
      { bytes: found[column] as Buffer, place: placeOf(table, column as never, name) },
    ])
    return { row: name, sealed: Object.fromEntries(sealed) }
  })
}

/** Writes a ciphertext in place of another, unless that has been replaced meanwhile. */
export const replaceSealed = async (
  executor: Executor,
  table: SealedTable,
  { row, column, before, bytes }: { row: RowName; column: string; before: Buffer; bytes: Buffer },
): Promise<void> => {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${bytes}
    where (${names(SEALED_COLUMNS[table].row)}) = (${values(row)}) and ${sql.ref(column)} = ${before}
  `.execute(executor)
}

/** Gives back the space of what was replaced, where no server does so by itself. */
export const reclaimReplaced = async (db: Database, table: SealedTable): Promise<void> => {
  await sql`vacuum ${sql.table(table)}`.execute(db)
}
