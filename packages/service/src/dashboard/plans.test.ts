import { randomUUID } from 'node:crypto'
import { subscriptionSchema } from '@coinslot/contract'
import {
  CSV_SUFFIX,
  DASHBOARD_LIMITS,
  type DashboardOperationId,
  type DashboardRoute,
  dashboardRoutes,
} from '@coinslot/contract/dashboard'
import type { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DashboardVisitor, pathOf, visitDashboard } from '../../test/dashboard-session.ts'
import { testDatabase } from '../../test/databases.ts'
import { isTwofold, startTestService, type TestService } from '../../test/harness.ts'
import { planOf } from '../../test/kept-plan.ts'
import { fillLists, fillMerchant } from '../../test/many-rows.ts'
import { countHoursThatAreOver } from '../payments/count-hours.ts'
import { pruneOpenings } from '../payments/opening-store.ts'
import { keepNewest } from './request-store.ts'
import { pruneSessions } from './session-store.ts'

const ROWS = 36_000
const GROWING =
  /^(payment_intents|card_attempts|intent_|kyc_|api_requests|dashboard_|bans|flagged_wallets|webhook_(events|deliveries|queue))/
/** A page with what belongs to its rows; of what waits for each of the two endpoints a thousand is counted. */
const MOST_READ = 2_100
/** Where a filter leaves rows out: those of one search, and what belongs to the rows of the page. */
const MOST_SEARCHED = DASHBOARD_LIMITS.searchedRows + MOST_READ

type Queries = Readonly<Record<string, Readonly<Record<string, string>>>>
const LISTS = [
  'listPayments',
  'listDeliveries',
  'listRequests',
  'listIdentityChecks',
  'listAudit',
  'listBans',
  'listFlaggedWallets',
] as const
const AT = { created_from: '2026-01-01T00:00:00Z', created_to: '2026-03-14T00:00:00Z' }

/** What is asked of the lists, beside their first pages; by the most rows that it may read of one table. */
const asked = (subscription: string): readonly [id: DashboardOperationId, queries: Queries][] => [
  [
    'listPayments',
    {
      status: { status: 'Declined' },
      'a status that nobody has': { status: 'Created' },
      time: AT,
      amount: { amount_min: '90.00' },
      'no such amount': { amount_min: '5000.00' },
      reference: { reference: 'order-17' },
      'no such reference': { reference: 'nobody' },
      'no such id': { id: randomUUID() },
      text: { text: 'nobody has this' },
    },
  ],
  [
    'listDeliveries',
    {
      'a subscription': { subscription },
      'those that failed': { status: 'failed' },
      'those that wait': { status: 'pending' },
      'a type': { event_type: 'payment_approved' },
      'a type that there is not': { event_type: 'kyc_rejected' },
    },
  ],
  [
    'listRequests',
    {
      refused: { outcome: 'refused' },
      'no such request': { request_id: 'x' },
      'no such operation': { operation: 'x' },
    },
  ],
  [
    'listIdentityChecks',
    { 'a level': { level: '2' }, 'no such level': { level: '3' }, 'no such outcome': { state: 'rejected' } },
  ],
  ['readOverview', { 'seven days': { range: '7d' } }],
]

describe.runIf(testDatabase === 'postgres' && !isTwofold)(`with ${ROWS} rows in each table`, () => {
  let service: TestService
  let ours: DashboardVisitor
  let operator: DashboardVisitor
  let ids: Readonly<Record<'payments' | 'deliveries' | 'subscriptions', string>>

  beforeAll(async () => {
    service = await startTestService()
    const { db } = service.deps
    await fillLists(service.deps, { count: ROWS, at: service.clock.now() })
    for (const [merchant, count] of [
      [service.merchant, (ROWS * 2) / 3],
      [await service.createMerchant(), ROWS / 3],
    ] as const) {
      const body = { endpoint: 'http://127.0.0.1:9/' }
      const answer = await service.post('/notifications/v1/subscriptions', body, { token: merchant.token })
      const { id: subscriptionId } = answer.data(subscriptionSchema)
      await service.post(`/notifications/v1/subscriptions/${subscriptionId}/disable`, {}, { token: merchant.token })
      await fillMerchant(db, merchant, { subscriptionId, count, at: service.clock.now() })
    }
    for (let turn = 0; turn < 8; turn += 1) await countHoursThatAreOver(service.deps)
    ours = await visitDashboard(service, service.merchant.merchantId)
    operator = await visitDashboard(service, null)
    const [payment] = (await ours.read('listPayments', { text: 'order-100' })).payments
    const { deliveries } = await ours.read('listDeliveries')
    ids = {
      payments: payment?.id ?? '',
      deliveries: deliveries[0]?.id ?? '',
      subscriptions: deliveries[0]?.subscription_id ?? '',
    }
  }, 120_000)
  afterAll(() => service.close())

  /** Everything that was asked of the database meanwhile, by both plans that it may be run by. */
  const plansOf = async (work: () => Promise<unknown>) => {
    const { db } = service.deps
    const spied = vi.spyOn(db.getExecutor(), 'executeQuery')
    await work()
    const statements = spied.mock.calls.map(([query]) => query as CompiledQuery)
    spied.mockRestore()
    const own = statements.filter(({ sql }) => GROWING.test(sql) || /^\s*(select|with|delete|update)/.test(sql))
    expect(own).not.toEqual([])
    return db.connection().execute(async (connection) => {
      const modes = ['force_custom_plan', 'force_generic_plan'] as const
      const plans = []
      for (const statement of own) {
        for (const mode of modes)
          plans.push({ mode, sql: statement.sql, plan: await planOf(connection, statement, mode) })
      }
      return plans
    })
  }

  /** Statements that read more than they may, each by the plan that does; none should. */
  const unbounded = async (work: () => Promise<unknown>, most: number): Promise<string[]> =>
    (await plansOf(work)).flatMap(({ plan, sql, mode }) => {
      const whole = plan.readWhole.filter((name) => GROWING.test(name)).map((name) => `reads ${name} whole`)
      const tables = new Set(plan.nodes.map((node) => node['Relation Name'] ?? '').filter((name) => GROWING.test(name)))
      const much = [...tables].filter((table) => plan.rowsRead(table) > most)
      return [...whole, ...much.map((table) => `reads ${plan.rowsRead(table)} rows of ${table}`)].map(
        (why) => `${mode} ${why}: ${sql}`,
      )
    })

  const answered = async (visitor: DashboardVisitor, path: string) =>
    expect((await visitor.get(path)).status, path).toBe(200)

  const reads = (Object.entries(dashboardRoutes) as [DashboardOperationId, DashboardRoute][]).filter(
    ([, { method }]) => method === 'GET',
  )
  const idOf = (path: string): string => Object.entries(ids).find(([kind]) => path.includes(kind))?.[1] ?? ''

  test.each(reads.filter(([id]) => id !== 'readOverview'))('%s reads what it shows', async (id, { path, audience }) => {
    for (const visitor of audience === 'operator' ? [operator] : [ours, operator]) {
      expect(await unbounded(() => answered(visitor, pathOf(id, idOf(path))), MOST_READ)).toEqual([])
    }
  })

  test.each(asked('').flatMap(([id, queries]) => Object.keys(queries).map((name) => [id, name] as const)))(
    '%s reads a bounded number of rows to find %s',
    async (id, name) => {
      const queries = new Map(asked(ids.subscriptions)).get(id)
      const search = new URLSearchParams(queries?.[name])
      for (const visitor of [ours, operator]) {
        expect(await unbounded(() => answered(visitor, `${pathOf(id)}?${search}`), MOST_SEARCHED)).toEqual([])
      }
    },
  )

  test('a later page reads what it shows', async () => {
    for (const id of LISTS) {
      const visitor = dashboardRoutes[id].audience === 'operator' ? operator : ours
      const { next_cursor: cursor } = await visitor.read(id)
      expect(cursor, id).not.toBeNull()
      expect(await unbounded(() => answered(visitor, `${pathOf(id)}?cursor=${cursor}`), MOST_READ)).toEqual([])
    }
  })

  test('a file of rows is read page by page', async () => {
    expect(await unbounded(() => answered(ours, `${pathOf('listPayments')}${CSV_SUFFIX}`), MOST_READ)).toEqual([])
  })

  test('what need not be kept is found without looking at the rest', async () => {
    const { db, clock } = service.deps
    expect(await unbounded(() => pruneSessions(db, clock.now()), MOST_READ)).toEqual([])
    expect(await unbounded(() => pruneOpenings(db, new Date(0), 5_000), MOST_READ)).toEqual([])
    expect(await unbounded(() => countHoursThatAreOver(service.deps), MOST_READ)).toEqual([])
    expect(await unbounded(() => keepNewest(db, service.merchant.merchantId, ROWS / 3 - 100), ROWS / 3)).toEqual([])
  })
})
