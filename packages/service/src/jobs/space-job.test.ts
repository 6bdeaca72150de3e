import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../test/databases.ts'
import { startTestService } from '../../test/harness.ts'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

test.runIf(testDatabase === 'embedded')('room of deleted rows is given back soon, then hour by hour', async () => {
  const { clock, deps, close } = await startTestService()
  const room = async () => {
    const { rows } = await sql<{ bytes: number }>`select pg_relation_size('bans') as bytes`.execute(deps.db)
    return rows[0]?.bytes
  }
  const roomAnHourLater = async () => {
    clock.advance(HOUR_MS)
    return room()
  }
  const comeAndGo = async () => {
    await sql`
      insert into bans (value_hash, value_encrypted, created_at)
      select sha256(number::text::bytea), repeat('x', 100)::bytea, now() from generate_series(1, 1000) number
    `.execute(deps.db)
    expect(await room()).toBeGreaterThan(100_000)
    await deps.db.deleteFrom('bans').execute()
  }
  await comeAndGo()
  clock.advance(MINUTE_MS)
  await expect.poll(room).toBe(0)
  await comeAndGo()
  await expect.poll(roomAnHourLater).toBe(0)
  await close()
})
