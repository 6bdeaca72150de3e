import { readApplied } from '../db/applied-migrations.ts'
import type { Database, Executor } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import { SchemaTooNewError } from '../db/schema-errors.ts'
import { BackupError } from './backup-errors.ts'
import { inOrderOfReference, nextBatch } from './move-rules.ts'
import {
  closeTable,
  countOn,
  digestOf,
  fetchRows,
  insertRows,
  isUnused,
  listDays,
  listTables,
  lockTables,
  makeRoom,
  openTable,
  settleForm,
  type StoredTable,
  type TableDigest,
} from './move-store.ts'

/** What stands in both databases: rows and digest of one table. */
export interface MovedTable extends TableDigest {
  readonly table: string
}

const FIRST_ROWS = 10

const copyTable = async (
  source: Executor,
  target: Executor,
  table: StoredTable,
  isStopping: () => boolean,
): Promise<void> => {
  await openTable(source, table)
  for (let count = FIRST_ROWS; ;) {
    if (isStopping()) throw new BackupError('move_interrupted', 'Interrupted; nothing was moved')
    const rows = await fetchRows(source, count)
    if (rows.length === 0) break
    await insertRows(target, table, rows)
    count = nextBatch(
      rows.length,
      rows.reduce((sum, row) => sum + row.length, 0),
    )
  }
  await closeTable(source)
  await countOn(target, table)
}

/** @throws {BackupError} `copy_differs` where the copy has other rows. */
const compare = async (source: Executor, target: Executor, table: StoredTable): Promise<MovedTable> => {
  const [here, there] = [await digestOf(source, table), await digestOf(target, table)]
  if (here.rows === there.rows && here.digest === there.digest) return { table: table.name, ...there }
  throw new BackupError(
    'copy_differs',
    `The table ${table.name} has ${here.rows} rows (${here.digest}) here and ${there.rows} (${there.digest}) there; nothing was moved`,
  )
}

/** @throws {BackupError} `target_not_empty` where anything is stored there. */
const assertUnused = async (target: Executor): Promise<void> => {
  if (await isUnused(target)) return
  throw new BackupError(
    'target_not_empty',
    'The database to move to is not empty: name one in which nothing is stored, and no service or command, such as migrate, has run',
  )
}

/** @throws {SchemaTooNewError} where the source has had migrations that this version does not know and could not copy. */
const assertSameSchema = async (source: Database, target: Database): Promise<void> => {
  const known = (await readApplied(target)).map(({ name }) => name)
  const unknown = (await readApplied(source)).find(({ name }) => !known.includes(name))
  if (unknown !== undefined) throw new SchemaTooNewError(unknown.name, known.at(-1) ?? 'none')
}

/** What became of a copy whose commit was not answered. */
const unconfirmed = (): BackupError =>
  new BackupError(
    'move_unconfirmed',
    'The connection was lost while the copy, compared on both sides, was committed: run it again. Where the database to move to is not empty then, everything was moved, and you can serve from there',
  )

/**
 * Copies everything into an unused database on a server, in one transaction that ends only when each table has the same
 * number of rows and the same digest on both sides. The source must be migrated, and used by nobody else.
 * @throws {BackupError} `target_not_empty` where anything is stored there; `copy_differs`; `move_interrupted`;
 * `move_unconfirmed` where the connection is lost as it ends, so that everything may have been moved.
 * @throws {SchemaTooNewError} `schema_too_new` when either was migrated by a newer version.
 */
export const moveDatabase = async (
  source: Database,
  target: Database,
  isStopping: () => boolean = () => false,
): Promise<readonly MovedTable[]> => {
  await assertUnused(target)
  await migrate(target)
  await assertSameSchema(source, target)
  let isCompared = false
  const copyAll = (from: Executor) =>
    target.transaction().execute(async (to) => {
      await settleForm(from)
      await settleForm(to)
      const tables = inOrderOfReference(await listTables(from))
      await lockTables(to, tables)
      // A service may have started there since, or another move ended.
      await assertUnused(to)
      await makeRoom(to, tables, await listDays(from))
      const moved: MovedTable[] = []
      for (const table of tables) {
        await copyTable(from, to, table, isStopping)
        moved.push(await compare(from, to, table))
      }
      isCompared = true
      return moved
    })
  try {
    return await source.transaction().execute(copyAll)
  } catch (error) {
    throw isCompared && isDatabaseUnavailable(error) ? unconfirmed() : error
  }
}
