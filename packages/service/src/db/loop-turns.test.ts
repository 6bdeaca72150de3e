import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { preparedImage } from './prepared-image.ts'
import { openMemoryDatabase } from './open-database.ts'

test('the attack of a hundred statements in one moment leaves requests of others their turns', async () => {
  const db = await openMemoryDatabase(await preparedImage())
  let loops = 0
  const count = (): void => {
    loops += 1
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  const countTo = sql`select count(*) from generate_series(1, 20000)`
  await Promise.all(Array.from({ length: 100 }, () => countTo.execute(db)))
  clearImmediate(next)
  expect(loops).toBeGreaterThan(3)
  await db.destroy()
})
