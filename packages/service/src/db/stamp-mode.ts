import type { Executor } from './database.ts'
import type { DeploymentTable } from './tables.ts'

type Mode = DeploymentTable['mode']

/** The database was made in the other mode: sandbox cards would be approved on real payments, or the other way round. */
class ModeMismatchError extends Error {
  override readonly name = 'ModeMismatchError'
  readonly code = 'mode_mismatch'

  constructor(stamped: Mode, given: Mode) {
    super(
      `The database was made in ${stamped} mode and COINSLOT_MODE is ${given}; set COINSLOT_MODE=${stamped}, or name another database`,
    )
  }
}

/**
 * Writes into a new database which mode it is for, and compares ever after.
 * @throws {ModeMismatchError} `mode_mismatch` when it was made in the other mode.
 */
export const stampMode = async (executor: Executor, mode: Mode, at: Date): Promise<void> => {
  await executor
    .insertInto('deployment')
    .values({ mode, stamped_at: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { mode: stamped } = await executor.selectFrom('deployment').select('mode').executeTakeFirstOrThrow()
  if (stamped !== mode) throw new ModeMismatchError(stamped, mode)
}
