import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService } from '../../test/harness.ts'
import { insertOpenings } from '../payments/opening-store.ts'
import { createLink } from './links.ts'

const DAY_MS = 24 * 60 * 60_000

test('when a checkout was opened first is known for ninety days, and then forgotten', async () => {
  const service = await startTestService({ widget: null })
  const { db } = service.deps
  const opened = (daysAgo: number) => ({
    intentId: randomUUID(),
    at: new Date(service.clock.now().getTime() - daysAgo * DAY_MS),
  })
  const [old, kept] = [opened(91), opened(89)]
  const again = { ...kept, at: service.clock.now() }
  await insertOpenings(db, [old, again, kept])
  await insertOpenings(db, [again])
  // More than a shop of eighty visits a second has in the minute between two turns.
  await sql`
    insert into intent_openings select gen_random_uuid(), ${old.at}::timestamptz from generate_series(1, 5000)
  `.execute(db)
  service.clock.advance(60_000)
  await expect
    .poll(() => db.selectFrom('intent_openings').selectAll().execute())
    .toEqual([{ intent_id: kept.intentId, opened_at: kept.at }])
  await service.close()
})

test('links and sessions whose time is over are forgotten', async () => {
  const service = await startTestService()
  const { db } = service.deps
  await visitDashboard(service, null)
  await createLink(service.deps, null)
  const kept = () =>
    Promise.all(
      (['dashboard_links', 'dashboard_sessions'] as const).map(
        async (table) => (await db.selectFrom(table).select('expires_at').execute()).length,
      ),
    )
  expect(await kept()).toEqual([1, 1])
  service.clock.advance(DAY_MS)
  await expect.poll(kept).toEqual([0, 0])
  await service.close()
})
