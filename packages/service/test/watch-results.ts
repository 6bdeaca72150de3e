import type { Database } from '../src/db/database.ts'

/** The same database, whose statements are answered once `look` is done with their rows. */
export const watchResults = (
  db: Database,
  look: (rows: readonly Record<string, unknown>[]) => Promise<void> | void,
): Database =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await look(result.rows)
      return result
    },
  })
