import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Tables } from '../src/db/tables.ts'
import { Plan } from './explain.ts'

const textOf = (value: unknown): string =>
  Buffer.isBuffer(value) ? String.raw`\x${value.toString('hex')}` : String(value)

const quoted = (value: unknown): string => {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Buffer.isBuffer(value)) return `'${textOf(value)}'`
  if (Array.isArray(value)) return `'{${value.map((each) => JSON.stringify(textOf(each))).join(',')}}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

interface Explained {
  readonly 'QUERY PLAN': readonly [{ readonly Plan: ConstructorParameters<typeof Plan>[0] }]
}

type Mode = 'force_custom_plan' | 'force_generic_plan'

const explained = async (
  connection: Kysely<Tables>,
  { sql: text, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>,
  { mode, options }: { mode: Mode; options: string },
): Promise<Plan> => {
  const given = parameters.length === 0 ? '' : `(${parameters.map(quoted).join(', ')})`
  await sql.raw(`set plan_cache_mode = ${mode}`).execute(connection)
  await sql.raw(`prepare explained as ${text}`).execute(connection)
  try {
    await sql`begin`.execute(connection)
    const { rows } =
      await sql<Explained>`explain (${sql.raw(options)}, format json) execute explained ${sql.raw(given)}`.execute(
        connection,
      )
    const [row] = rows
    if (row === undefined) throw new Error('There is no plan')
    return new Plan(row['QUERY PLAN'][0].Plan)
  } finally {
    await sql`rollback`.execute(connection)
    await sql`deallocate explained`.execute(connection)
  }
}

/** The plan that is made for a statement's parameters, or the one that is kept for all; nothing is run. */
export const explainOf = (
  connection: Kysely<Tables>,
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>,
  mode: Mode,
): Promise<Plan> => explained(connection, statement, { mode, options: 'costs off' })

/**
 * Runs a statement by the plan that is made for its parameters, or by the one that is kept for all.
 * What it changes is taken back.
 */
export const planOf = (
  connection: Kysely<Tables>,
  statement: Pick<CompiledQuery, 'sql' | 'parameters'>,
  mode: Mode,
): Promise<Plan> => explained(connection, statement, { mode, options: 'analyze, buffers' })
