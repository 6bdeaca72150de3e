import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

export interface SharedFile {
  readonly path: string
  readonly content: Buffer
  readonly proof: Buffer
}

/** Notes that files are in use. @returns the paths of those that are kept already. */
export const noteInUse = async (executor: Executor, paths: readonly string[], at: Date): Promise<readonly string[]> => {
  const rows = await executor
    .updateTable('shared_files')
    .set({ used_at: at })
    .where(sql<boolean>`path = any(${[...paths]}::text[])`)
    .returning('path')
    .execute()
  return rows.map(({ path }) => path)
}

/** Keeps a file, unless another process was first. */
export const keepFile = async (executor: Executor, file: SharedFile, at: Date): Promise<void> => {
  await executor
    .insertInto('shared_files')
    .values({ ...file, used_at: at })
    .onConflict((conflict) => conflict.column('path').doNothing())
    .execute()
}

export const findFile = async (executor: Executor, path: string): Promise<SharedFile | null> =>
  (await executor
    .selectFrom('shared_files')
    .select(['path', 'content', 'proof'])
    .where('path', '=', path)
    .executeTakeFirst()) ?? null

/** Forgets files that no process has used since a time. */
export const forgetUnused = async (executor: Executor, before: Date): Promise<void> => {
  await executor.deleteFrom('shared_files').where('used_at', '<=', before).execute()
}
