import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openTestDatabase, testDatabase } from '../../test/databases.ts'
import { insertEnabledSubscription } from '../../test/enabled-subscription.ts'
import { approvalEvent } from '../../test/events.ts'
import { lastLogged } from '../../test/last-logged.ts'
import { createTestClock } from '../../test/test-clock.ts'
import { createLogger } from '../platform/log.ts'
import { continueBackfill, newRound } from './backfill.ts'
import { startBackfill } from './backfill-store.ts'
import { recordEvent } from './outbox.ts'
import { startOf } from './replay-store.ts'

/** What becomes of a row that cannot be queued: it is refused, or its transaction takes longer than its database lets any. */
const FAILURES = [
  ['refused', "raise 'refused'"],
  // The embedded database knows no such limit.
  ...(testDatabase === 'embedded'
    ? []
    : [['transaction timeout', "perform set_config('transaction_timeout', '10', true), pg_sleep(10)"]]),
] as [failure: string, work: string][]

test.each(FAILURES)(
  'what a subscription missed and cannot be queued (%s) is told, and keeps that of others from no queue',
  async (failure, work) => {
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
    create function fail() returns trigger language plpgsql as ${sql.lit(`begin ${work}; return new; end`)}
  `.execute(db)
    await sql`
    create trigger failing before insert on webhook_queue for each row
      when (new.subscription_id = ${sql.lit(lost.id)}) execute function fail()
  `.execute(db)
    const well = await missing(at)
    const workOff = async () => {
      const round = newRound()
      while (await continueBackfill({ db, clock, log }, round));
      return db.selectFrom('webhook_backfills').select('subscription_id').execute()
    }
    expect(await workOff()).toEqual([{ subscription_id: lost.id }])
    const queued = db.selectFrom('webhook_queue').select('subscription_id')
    expect(await queued.execute()).toEqual([{ subscription_id: well.id }])
    expect(lastLogged({ logs }, 'missed webhooks of a subscription could not be queued')).toMatchObject({
      subscription_id: lost.id,
      err: { message: expect.stringContaining(failure) },
    })
    await sql`drop trigger failing on webhook_queue`.execute(db)
    expect(await workOff()).toEqual([])
    await close()
  },
)
