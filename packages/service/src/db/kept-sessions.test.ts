import { afterEach, describe, expect, test } from 'vitest'
import { createPostgresDatabase, testDatabase } from '../../test/databases.ts'
import { startTransactionPooler } from '../../test/transaction-pooler.ts'
import type { Database } from './database.ts'
import { assertKeptSessions } from './kept-sessions.ts'
import { openDatabase } from './open-database.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

const opened = async (url: string): Promise<Database> => {
  const db = await openDatabase({ kind: 'postgres', url, poolSize: 1 })
  open.push(() => db.destroy())
  return db
}

const checked = async (url: string): Promise<void> => {
  const [db, other] = [await opened(url), await opened(url)]
  await assertKeptSessions(db, other)
}

describe.runIf(testDatabase === 'postgres')('sessions', () => {
  test('are kept by a server', async () => {
    const { url, drop } = await createPostgresDatabase()
    open.push(drop)
    await expect(checked(url)).resolves.toBeUndefined()
  })

  test.each(['transaction', 'statement'] as const)(
    'are not kept by a pooler that gives each %s another connection: it is refused, with what to do',
    async (mode) => {
      const { url, drop } = await createPostgresDatabase()
      const pooler = await startTransactionPooler(url, mode)
      open.push(drop, () => pooler.close())
      await expect(checked(pooler.url)).rejects.toMatchObject({
        code: 'sessions_not_kept',
        message: expect.stringMatching(/pooler.*pool_mode = session/),
      })
    },
  )
})
