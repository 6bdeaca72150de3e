import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** Endpoints that answered well are no longer failing. */
export const markHealthy = async (executor: Executor, ids: readonly string[]): Promise<void> => {
  await sql`
    update webhook_subscriptions set failing_since = null
    where id in (
      select id from webhook_subscriptions where id = any (${[...ids]}::uuid[]) and failing_since is not null
      order by id for no key update
    )
  `.execute(executor)
}

/** Notes a failure where none is noted yet. @returns since when each endpoint has been failing. */
export const markFailing = async (
  executor: Executor,
  ids: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Date>> => {
  await sql`
    update webhook_subscriptions set failing_since = ${at}
    where id in (
      select id from webhook_subscriptions where id = any (${[...ids]}::uuid[]) and failing_since is null
      order by id for no key update
    )
  `.execute(executor)
  const rows = await executor
    .selectFrom('webhook_subscriptions')
    .select(['id', 'failing_since'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row.failing_since ?? at]))
}
