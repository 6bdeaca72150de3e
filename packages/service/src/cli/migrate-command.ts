import { findPending } from '../db/applied-migrations.ts'
import { runsOutside } from '../db/migrate.ts'
import { readMigrations } from '../db/read-migrations.ts'
import { compatibleSinceOf } from '../db/schema-rules.ts'
import type { ServiceDeps } from '../composition/deps.ts'
import type { Command } from './command.ts'

const UP_TO_DATE = 'The database schema is up to date.'

const plan = async ({ db }: ServiceDeps) => {
  const json = (await findPending(db, await readMigrations())).map((migration) => ({
    name: migration.name,
    in_transaction: !runsOutside(migration),
    compatible_since: compatibleSinceOf(migration.statements),
  }))
  const lines = json.map(
    ({ name, in_transaction, compatible_since }) =>
      `${name}  ${in_transaction ? 'in a transaction' : 'statement by statement'}, ` +
      (compatible_since === null ? 'older versions must be stopped' : `beside versions that know ${compatible_since}`),
  )
  return { json: { pending: json }, text: lines.join('\n') || UP_TO_DATE }
}

export const migrateCommand: Command = {
  name: 'migrate',
  usage: '[--plan] [--json]',
  summary: 'Bring the database schema up to date; with --plan only say what that would run',
  options: { plan: { type: 'boolean' } },
  leavesSchema: ({ values }) => values['plan'] === true,
  // Opening the database has done it: commands and `serve` always find the newest schema.
  prepare: ({ values }) =>
    values['plan'] === true ? ({ deps }) => plan(deps) : async () => ({ json: { migrated: true }, text: UP_TO_DATE }),
}
