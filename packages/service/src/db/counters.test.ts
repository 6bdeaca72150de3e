import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../test/databases.ts'
import { insertAuditEntry } from '../dashboard/audit-store.ts'
import { countOn } from './counters.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const note = () => {
  const who = { actor: 'operator' as const, session: 'a', action: 'ban', subject: null, merchant_id: null, status: 200 }
  return insertAuditEntry(database.db, { at: new Date(), ...who })
}

test('a copy of the rows without their counters, as logical replication makes one, goes on behind them', async () => {
  expect([await note(), await note()]).toEqual(['1', '2'])
  await sql`alter sequence dashboard_audit_id_seq restart`.execute(database.db)
  await countOn(database.db)
  expect(await note()).toBe('3')
})

test('a counter that is ahead of its rows is left there', async () => {
  await countOn(database.db)
  await note()
  await note()
  await sql`delete from dashboard_audit where id = 2`.execute(database.db)
  await countOn(database.db)
  expect(await note()).toBe('3')
  await sql`delete from dashboard_audit`.execute(database.db)
  await countOn(database.db)
  expect(await note()).toBe('4')
})
