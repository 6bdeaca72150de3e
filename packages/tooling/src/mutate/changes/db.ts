import type { HandMadeChange } from '../hand-made-change.ts'

const SERVICE = 'packages/service/src'

export const DB_CHANGES: readonly HandMadeChange[] = [
  {
    fear: 'a commit is done again by itself, without what came before it',
    file: `${SERVICE}/db/sql-connection.ts`,
    find: '!this.#inTransaction && query.parameters.length > 0',
    replace: '!this.#inTransaction',
    tests: [`${SERVICE}/db/retry-conflicts.test.ts`],
  },
  {
    fear: 'a migration outside a transaction is noted before it is done',
    file: `${SERVICE}/db/migrate.ts`,
    find: "    for (const statement of migration.statements.split(/;\\s*\\n/))\n      if (statement.trim() !== '') await sql.raw(statement).execute(connection)\n    await note(connection, migration)\n",
    replace:
      "    await note(connection, migration)\n    for (const statement of migration.statements.split(/;\\s*\\n/))\n      if (statement.trim() !== '') await sql.raw(statement).execute(connection)\n",
    tests: [`${SERVICE}/db/migrate.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a failed statement undoes its transaction and what follows is committed alone',
    file: `${SERVICE}/db/sql-connection.ts`,
    find: "if (!this.#inTransaction) await this.run(CompiledQuery.raw('rollback'))",
    replace: "await this.run(CompiledQuery.raw('rollback'))",
    tests: [`${SERVICE}/db/database.test.ts`],
  },
  {
    fear: 'the embedded database is closed under a transaction',
    file: `${SERVICE}/db/embedded.ts`,
    find: '      await turns.acquire()\n      try',
    replace: '      try',
    tests: [`${SERVICE}/db/database.test.ts`],
  },
  {
    fear: 'statements are prepared without end',
    file: `${SERVICE}/db/embedded-statements.ts`,
    find: 'if (prepared === undefined && this.#prepared.size >= MAX_PREPARED_STATEMENTS) {',
    replace: 'if (false) {',
    tests: [`${SERVICE}/db/database.test.ts`],
  },
  {
    fear: 'whoever has waited longest for the database waits on',
    file: `${SERVICE}/db/mutex.ts`,
    find: 'this.#waiting.shift()',
    replace: 'this.#waiting.pop()',
    tests: [`${SERVICE}/db/database.test.ts`],
  },
  {
    fear: 'a database that takes no writes is called ready',
    file: `${SERVICE}/db/assert-writable.ts`,
    find: 'on conflict (id) do update set written_at = excluded.written_at',
    replace: 'on conflict (id) do nothing',
    tests: [`${SERVICE}/db/database-time.test.ts`],
  },
  {
    fear: 'the time of a transaction stands still',
    file: `${SERVICE}/db/database-time.ts`,
    find: 'clock_timestamp()',
    replace: 'now()',
    tests: [`${SERVICE}/db/database-time.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'two processes open one data folder',
    file: `${SERVICE}/db/data-folder-lock.ts`,
    find: 'begin exclusive',
    replace: 'begin',
    tests: [`${SERVICE}/db/data-folder-lock.test.ts`],
  },
  {
    fear: 'what a killed process left is part of the database',
    file: `${SERVICE}/db/prepared-folder.ts`,
    find: '  rmSync(unfinished, { recursive: true, force: true })\n',
    replace: '',
    tests: [`${SERVICE}/db/prepared-folder.test.ts`],
  },
  {
    fear: 'a ciphertext may be moved to another row of the same merchant or file',
    file: `${SERVICE}/db/sealed.ts`,
    find: "row.map(partOf).join('/')",
    replace: 'partOf(row[0] as string)',
    tests: [`${SERVICE}/db/sealed.test.ts`],
  },
  {
    fear: 'a standby is taken for the primary',
    file: `${SERVICE}/db/postgres.ts`,
    find: '      if (nature?.read_only) throw new DatabaseReadOnlyError()\n',
    replace: '',
    tests: [`${SERVICE}/db/new-connection.test.ts`],
    database: 'postgres',
  },
  {
    fear: 'a migration that is done is told of as one that runs, and keeps the process that has done it',
    file: `${SERVICE}/db/migrate.ts`,
    find: '    clearInterval(timer)\n',
    replace: '',
    tests: [`${SERVICE}/db/migrate.test.ts`],
  },
  {
    fear: 'no other process starts as long as one that has migrated goes on',
    file: `${SERVICE}/db/migrate.ts`,
    find: '      await sql`select pg_advisory_unlock(${sql.lit(MIGRATION_LOCK)})`.execute(connection).catch(() => undefined)\n',
    replace: '',
    tests: [`${SERVICE}/db/migrate.test.ts`],
    database: 'postgres',
  },
]
