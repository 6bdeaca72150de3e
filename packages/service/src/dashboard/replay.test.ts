import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'

/** More than is queued before the answer. */
const MUCH = 1_001

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test('who replays much is told what is queued so far, and that the rest follows', async () => {
  const { merchantId } = service.merchant
  const visitor = await visitDashboard(service, merchantId)
  const made = await visitor.act('createSubscription', { endpoint: 'http://127.0.0.1:1/hook' })
  const { id } = made.data(dashboardOperations.createSubscription.answer)
  const last = new Date(service.clock.now().getTime() - 60_000)
  await sql`
    insert into webhook_events (merchant_id, id, type, subject, body, created_at)
    select ${merchantId}::uuid, 'evt_' || gen_random_uuid(), 'payment_approved', gen_random_uuid(), '{}',
      ${last}::timestamptz - nr * interval '1 second'
    from generate_series(1, ${MUCH}::integer) as nr
  `.execute(service.deps.db)
  const since = new Date(last.getTime() - 2 * MUCH * 1_000).toISOString()
  const replayed = await visitor.act('replaySince', { since }, id)
  expect(replayed.data(dashboardOperations.replaySince.answer)).toMatchObject({
    replayed: 1_000,
    replay: { since, queued: 1_000 },
  })
})
