import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { approvalEvent } from '../../test/events.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createLogger } from '../platform/log.ts'
import { continueBackfill } from './backfill.ts'
import { startBackfill } from './backfill-store.ts'
import { recordEvent } from './outbox.ts'
import { startOf } from './replay-store.ts'

test('what a subscription missed and cannot be queued is told, and keeps that of others from no queue', async () => {
  const { db, close } = await openTestDatabase()
  const clock = createTestClock()
  const logs: string[] = []
  const log = createLogger('debug', { write: (line) => void logs.push(line) })
  const at = clock.now()
  const missing = async (startedAt: Date) => {
    const key = { id: randomUUID(), merchantId: randomUUID() }
    await recordEvent(db, approvalEvent(key.merchantId, at))
    await insertEnabledSubscription(db, key, at)
    const since = new Date(at.getTime() - 1)
    await startBackfill(db, { ...key, kind: 'resume', since, startedAt, walked: null, reached: startOf(since) }, 0)
    return key
  }
  const lost = await missing(new Date(at.getTime() - 1_000))
  await sql`
    alter table webhook_queue add constraint refused check (subscription_id <> ${sql.lit(lost.id)}) not valid
  `.execute(db)
  const well = await missing(at)
  const workOff = async () => {
    const failed = new Set<string>()
    while (await continueBackfill({ db, clock, log }, failed));
    return db.selectFrom('webhook_backfills').select('subscription_id').execute()
  }
  expect(await workOff()).toEqual([{ subscription_id: lost.id }])
  const queued = db.selectFrom('webhook_queue').select('subscription_id')
  expect(await queued.execute()).toEqual([{ subscription_id: well.id }])
  expect(lastLogged({ logs }, 'missed webhooks of a subscription could not be queued')).toMatchObject({
    subscription_id: lost.id,
    err: { message: expect.stringContaining('refused') },
  })
  await sql`alter table webhook_queue drop constraint refused`.execute(db)
  expect(await workOff()).toEqual([])
  await close()
})
