/** A migration that a database has had, with the oldest one that code has to know to run on what it made. */
export interface AppliedMigration {
  readonly name: string
  /** Null where only code that knows the migration itself may run. */
  readonly compatibleSince: string | null
}

const COMPATIBLE_SINCE = /^-- compatible since (\S+\.sql)$/m

/** What a migration says of older code in a line such as `-- compatible since 083_merchant_profiles.sql`. */
export const compatibleSinceOf = (statements: string): string | null => COMPATIBLE_SINCE.exec(statements)?.[1] ?? null

/**
 * The first migration on whose schema this code may not run: one that it does not know, and that does not serve it.
 * @param known names of the migrations that the code brings.
 */
export const findUnserved = (
  known: readonly string[],
  applied: readonly AppliedMigration[],
): AppliedMigration | undefined =>
  applied.find(
    ({ name, compatibleSince }) =>
      !known.includes(name) && (compatibleSince === null || !known.includes(compatibleSince)),
  )
