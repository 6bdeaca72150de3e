import { type RawBuilder, sql } from 'kysely'
import { hasTable } from '../db/applied-migrations.ts'
import type { Executor } from '../db/database.ts'
import { OWN_SCHEMA } from '../db/own-schema.ts'
import type { ReferringTable } from './move-rules.ts'

export interface StoredTable extends ReferringTable {
  /** Those that are written, in the order of their names. */
  readonly columns: readonly string[]
  /** Columns that count by themselves. */
  readonly identities: readonly string[]
}

/** How many rows a table has, and the sum of their digests (SHA-256, 64 bits of it), whatever their order. */
export interface TableDigest {
  readonly rows: number
  readonly digest: string
}

const columnsOf = ({ columns }: StoredTable): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))

/** Every table but that of the migrations; partitions are their parent's. */
export const listTables = async (executor: Executor): Promise<readonly StoredTable[]> => {
  const { rows } = await sql<StoredTable>`
    select relname as name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attname
      ) as columns,
      array(select attname::text from pg_attribute where attrelid = pg_class.oid and attidentity <> '') as identities,
      array(
        select distinct other.relname::text from pg_constraint join pg_class other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f'
      ) as "refersTo"
    from pg_class
    where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p') and not relispartition
      and relname <> 'migrations'
    order by relname
  `.execute(executor)
  return rows
}

const hasRows = async (executor: Executor, table: string): Promise<boolean> => {
  if (!(await hasTable(executor, table))) return false
  return (await sql`select from ${sql.table(table)} limit 1`.execute(executor)).rows.length > 0
}

/**
 * Whether nothing was ever stored there: no tables at all, or ours, in which no service has started; some of them, where a
 * move before was interrupted.
 */
export const isUnused = async (executor: Executor): Promise<boolean> => {
  if (await hasTable(executor, 'migrations'))
    return !(await hasRows(executor, 'deployment')) && !(await hasRows(executor, 'merchants'))
  const { rows } = await sql`
    select from pg_class
    where relnamespace = ${OWN_SCHEMA} and relkind in ('r', 'p', 'v', 'm', 'f') limit 1
  `.execute(executor)
  return rows.length === 0
}

/** Writes values as the other database does, and reads tables whole. For the transaction that is under way. */
export const settleForm = async (transaction: Executor): Promise<void> => {
  await sql`
    set local timezone = 'UTC'; set local datestyle = 'ISO'; set local bytea_output = 'hex';
    set local extra_float_digits = 1; set local enable_seqscan = on
  `.execute(transaction)
}

/** Days (UTC) for which there are partitions, as `20261122`. */
export const listDays = async (executor: Executor): Promise<readonly string[]> => {
  const { rows } = await sql<{ day: string }>`
    select distinct right(partition.relname, 8) as day from pg_inherits
    join pg_class partition on partition.oid = inhrelid
    where partition.relname ~ '_[0-9]{8}$' order by day
  `.execute(executor)
  return rows.map(({ day }) => day)
}

const names = (tables: readonly StoredTable[]): RawBuilder<unknown> =>
  sql.join(tables.map(({ name }) => sql.table(name)))

/** Lets nobody else read or write them until the transaction ends. */
export const lockTables = async (transaction: Executor, tables: readonly StoredTable[]): Promise<void> => {
  await sql`lock table ${names(tables)} in access exclusive mode`.execute(transaction)
}

/** Takes out what migrations put in, and makes room for the days. */
export const makeRoom = async (
  transaction: Executor,
  tables: readonly StoredTable[],
  days: readonly string[],
): Promise<void> => {
  await sql`truncate ${names(tables)}`.execute(transaction)
  for (const day of days) await sql`select webhook_create_day(${day}::date)`.execute(transaction)
}

/** Begins to read a table; one at a time. */
export const openTable = async (transaction: Executor, table: StoredTable): Promise<void> => {
  await sql`
    declare moved no scroll cursor for
    select to_json(found)::text as row from (select ${columnsOf(table)} from ${sql.table(table.name)}) found
  `.execute(transaction)
}

/** The next rows, each as JSON, which never goes through this process's numbers. */
export const fetchRows = async (transaction: Executor, count: number): Promise<readonly string[]> => {
  const { rows } = await sql<{ row: string }>`fetch ${sql.lit(count)} from moved`.execute(transaction)
  return rows.map(({ row }) => row)
}

export const closeTable = async (transaction: Executor): Promise<void> => {
  await sql`close moved`.execute(transaction)
}

export const insertRows = async (transaction: Executor, table: StoredTable, rows: readonly string[]): Promise<void> => {
  await sql`
    insert into ${sql.table(table.name)} (${columnsOf(table)}) overriding system value
    select ${columnsOf(table)} from json_populate_recordset(null::${sql.table(table.name)}, ${`[${rows.join(',')}]`}::json)
  `.execute(transaction)
}

/** Goes on counting behind the rows that are there. */
export const countOn = async (transaction: Executor, { name, identities }: StoredTable): Promise<void> => {
  for (const column of identities) {
    await sql`
      select setval(pg_get_serial_sequence(${name}, ${column}), greatest(max(${sql.ref(column)}), 1), count(*) > 0)
      from ${sql.table(name)}
    `.execute(transaction)
  }
}

export const digestOf = async (transaction: Executor, table: StoredTable): Promise<TableDigest> => {
  const { rows } = await sql<{ rows: number; sum: string }>`
    select count(*) as rows, coalesce(sum(
      ('x' || encode(substring(sha256(convert_to(row(${columnsOf(table)})::text, 'UTF8')) from 1 for 8), 'hex'))::bit(64)::bigint
    ), 0)::text as sum
    from ${sql.table(table.name)}
  `.execute(transaction)
  const [found] = rows
  if (found === undefined) throw new Error('An aggregate has one row')
  return { rows: found.rows, digest: BigInt.asUintN(64, BigInt(found.sum)).toString(16).padStart(16, '0') }
}
