import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely, TransactionBuilder } from 'kysely'
import { codeOf } from './error-code.ts'
import { RowHeldError } from './row-held-error.ts'

/** Serialisation failure and deadlock: the database has undone everything, and the same may succeed now. */
const CONFLICTS = new Set(['40001', '40P01'])
const MAX_TRIES = 20
const FIRST_PAUSE_MS = 5
const LONGEST_PAUSE_MS = 250

const isConflict = (error: unknown): boolean => CONFLICTS.has(codeOf(error)) || error instanceof RowHeldError

/** Does it again where the database undid it for a conflict with others: twenty times in all, after growing random pauses. */
export const retryConflicts = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === MAX_TRIES || !isConflict(error)) throw error
      await pause(Math.random() * Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS))
    }
  }
}

const retried = <DB>(builder: TransactionBuilder<DB>): TransactionBuilder<DB> => {
  const execute = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  return Object.assign(builder, {
    execute: ((callback) => retryConflicts(() => execute(callback))) satisfies TransactionBuilder<DB>['execute'],
    setIsolationLevel: ((level) => retried(setIsolationLevel(level))) satisfies typeof setIsolationLevel,
    setAccessMode: ((mode) => retried(setAccessMode(mode))) satisfies typeof setAccessMode,
  })
}

/** Makes every transaction of a database one that is done again after a conflict. What it does beside must bear that. */
export const withRetriedTransactions = <DB>(db: Kysely<DB>): Kysely<DB> => {
  const transaction = db.transaction.bind(db)
  return Object.assign(db, { transaction: () => retried(transaction()) })
}
