import { randomUUID } from 'node:crypto'
import { subscriptionSchema } from '@coinslot/contract'
import {
  CSV_SUFFIX,
  DASHBOARD_API,
  type DashboardOperationId,
  type DashboardRoute,
  dashboardRoutes,
  LIVE_SUFFIX,
} from '@coinslot/contract/dashboard'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DashboardVisitor, pathOf, visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { order, startKycSession } from '../../test/orders.ts'
import { readStream } from '../../test/read-stream.ts'

/** What a merchant has of everything. */
interface Tenant {
  readonly merchant: TestMerchant
  readonly visitor: DashboardVisitor
  readonly ids: Readonly<
    Record<'merchant' | 'client' | 'payment' | 'subscription' | 'delivery' | 'reference' | 'request', string>
  >
}

let service: TestService
let endpoint: FaultEndpoint
let ours: Tenant
let theirs: Tenant
/** A merchant who tries to act: their own audit log keeps what they named. */
let attacker: DashboardVisitor

const PATIENCE = { timeout: 30_000 }

const tenantWithRecords = async (tenant: TestMerchant): Promise<Tenant> => {
  const reference = randomUUID()
  const created = await service.post(
    '/notifications/v1/subscriptions',
    { endpoint: endpoint.url, description: reference },
    { token: tenant.token },
  )
  const { intentId, page } = await order(service, {
    merchant: tenant,
    buyer: { id: reference, email: 'ada@example.com' },
  })
  await page.pay()
  await startKycSession(service, 2, { merchant: tenant, externalId: reference })
  await service.post('/payments/v2/intent', { reference }, { token: tenant.token })
  const visitor = await visitDashboard(service, tenant.merchantId)
  const hasRecorded = async () => {
    service.clock.advance(1_000)
    return (await visitor.read('listRequests')).requests.length > 0
  }
  await vi.waitUntil(hasRecorded, PATIENCE)
  // What is compared before and after an attack must have come to rest.
  const hasDelivered = async () =>
    (await visitor.read('listDeliveries')).deliveries.every(({ status }) => status === 'delivered')
  await vi.waitUntil(hasDelivered, PATIENCE)
  const { deliveries } = await visitor.read('listDeliveries')
  const ids = {
    merchant: tenant.merchantId,
    client: tenant.clientId,
    payment: intentId,
    subscription: created.data(subscriptionSchema).id,
    delivery: deliveries[0]?.id ?? '',
    reference,
    request: (await visitor.read('listRequests')).requests[0]?.request_id ?? '',
  }
  return { merchant: tenant, visitor, ids }
}

beforeAll(async () => {
  service = await startTestService()
  endpoint = await startFaultEndpoint()
  ours = await tenantWithRecords(service.merchant)
  theirs = await tenantWithRecords(await service.createMerchant())
  // An entry of their audit log; the client that is attacked goes on.
  const { clientId } = await service.createMerchant({ merchant: theirs.ids.merchant })
  await theirs.visitor.act('disableClient', {}, clientId)
  attacker = (await visitNewMerchant(service)).visitor
})
afterAll(async () => {
  await service.close()
  await endpoint.close()
})

const routes = Object.entries(dashboardRoutes) as [DashboardOperationId, DashboardRoute][]
const reads = routes.filter(([, { method }]) => method === 'GET')
const acts = routes.filter(([id, { method }]) => method === 'POST' && id !== 'signOut')
const byId = (path: string): boolean => path.includes('{id}')

/** What the path of an operation names, of a tenant. */
const idFor = (path: string, { ids }: Tenant): string => {
  const kinds = {
    payments: ids.payment,
    deliveries: ids.delivery,
    subscriptions: ids.subscription,
    clients: ids.client,
    merchants: ids.merchant,
  }
  const [, kind] = Object.entries(kinds).find(([name]) => path.includes(name)) ?? []
  return kind ?? ''
}

const namesTheirs = (text: string): string[] => Object.values(theirs.ids).filter((id) => text.includes(id))

describe('another merchant is not there', () => {
  test.each(reads.filter(([, { path, audience }]) => !byId(path) && audience === 'all'))(
    '%s tells nothing of it',
    async (id, { csv, liveMs }) => {
      const path = pathOf(id)
      const texts = [(await ours.visitor.get(path)).text]
      if (csv !== undefined) texts.push((await ours.visitor.get(path + CSV_SUFFIX)).text)
      if (liveMs !== undefined) texts.push(await readStream(service, ours.visitor, path + LIVE_SUFFIX))
      expect(texts.flatMap(namesTheirs)).toEqual([])
    },
  )

  test.each(reads.filter(([, { path, audience }]) => !byId(path) && audience === 'all'))(
    '%s does not let it be asked for',
    async (id, { csv, liveMs }) => {
      const asked = [
        pathOf(id),
        ...(csv === undefined ? [] : [pathOf(id) + CSV_SUFFIX]),
        ...(liveMs === undefined ? [] : [pathOf(id) + LIVE_SUFFIX]),
      ]
      for (const path of asked) {
        for (const search of [
          `?merchant=${theirs.ids.merchant}`,
          `?subscription=${theirs.ids.subscription}`,
          `?id=${theirs.ids.payment}`,
          ...Object.values(theirs.ids).map((id) => `?text=${id}`),
          `?request_id=${theirs.ids.request}`,
        ]) {
          if (search !== `?merchant=${theirs.ids.merchant}` && path.endsWith(LIVE_SUFFIX)) continue
          const answer = await ours.visitor.get(path + search)
          expect(namesTheirs(answer.text), path + search).toEqual([])
        }
      }
    },
  )

  test.each(reads.filter(([, { path }]) => byId(path)))(
    '%s answers as for what does not exist',
    async (id, { path }) => {
      const attempts = [idFor(path, theirs), 'ffffffff-ffff-4fff-8fff-ffffffffffff']
      const answers = await Promise.all(attempts.map((each) => ours.visitor.get(pathOf(id, each))))
      const live = await Promise.all(attempts.map((each) => ours.visitor.get(pathOf(id, each) + LIVE_SUFFIX)))
      expect([...answers, ...live].map(({ status }) => status)).toEqual([404, 404, 404, 404])
      expect(answers[0]?.json).toEqual(answers[1]?.json)
      expect((await ours.visitor.get(pathOf(id, idFor(path, ours)))).status).toBe(200)
    },
  )

  test.each(acts.filter(([, { path }]) => byId(path)))('%s does nothing to it', async (id, { path }) => {
    const before = await everything(theirs)
    const body = { since: '2020-01-01T00:00:00Z', endpoint: 'https://evil.example/', origins: ['https://evil.example'] }
    const answer = await attacker.act(id, body, idFor(path, theirs))
    const unknown = await attacker.act(id, body, byId(path) && path.includes('clients') ? 'client_x' : randomUUID())
    expect([answer.status, unknown.status]).toEqual([404, 404])
    expect(answer.json).toEqual(unknown.json)
    expect(await everything(theirs)).toEqual(before)
  })

  const making: [id: DashboardOperationId, body: () => object][] = [
    ['createClient', () => ({ merchant: theirs.ids.merchant })],
    ['createSubscription', () => ({ merchant: theirs.ids.merchant, endpoint: endpoint.url })],
    ['makeSampleEvent', () => ({ merchant: theirs.ids.merchant, type: 'payment_approved' })],
    ['callOperation', () => ({ operation: 'listSubscriptions', client_id: theirs.ids.client })],
  ]
  test('nothing that is made without an id is left out', () => {
    const made = acts.filter(([, { path, audience }]) => !byId(path) && audience === 'all').map(([id]) => id)
    expect(made.toSorted()).toEqual(making.map(([id]) => id).toSorted())
  })
  test.each(making)('%s makes nothing for it', async (id, body) => {
    const before = await everything(theirs)
    expect((await attacker.act(id, body())).status).toBe(404)
    expect(await everything(theirs)).toEqual(before)
  })

  test('a cursor of its list leads into ours', async () => {
    const { next_cursor: cursor } = await theirs.visitor.read('listRequests', { limit: '1' })
    const answer = await ours.visitor.get(`${pathOf('listRequests')}?cursor=${cursor ?? ''}`)
    expect([answer.status, namesTheirs(answer.text)]).toEqual([200, []])
  })
})

/** All that a tenant can see of itself, but for what only time changes. */
const everything = async ({ visitor }: Tenant): Promise<unknown[]> => [
  await visitor.read('listPayments'),
  (await visitor.read('listSubscriptions')).subscriptions.map(({ health: _health, ...rest }) => rest),
  (await visitor.read('listDeliveries')).deliveries.map(({ id, status }) => ({ id, status })),
  await visitor.read('listClients'),
  await visitor.read('listMerchants'),
  await visitor.read('listAudit'),
]

describe("an operator's operation", () => {
  test.each(routes.filter(([, { audience }]) => audience === 'operator'))(
    '%s is not there for a merchant',
    async (id, { method, path, csv, liveMs }) => {
      const params = idFor(path, ours)
      const suffixes = ['', ...(csv === undefined ? [] : [CSV_SUFFIX]), ...(liveMs === undefined ? [] : [LIVE_SUFFIX])]
      const answers =
        method === 'GET'
          ? await Promise.all(suffixes.map((suffix) => ours.visitor.get(pathOf(id, params) + suffix)))
          : [await ours.visitor.act(id, { value: 'x' }, params)]
      for (const { status, json } of answers) {
        expect([status, json?.error?.message]).toEqual([404, 'There is nothing like that here'])
      }
    },
  )
})

describe('an operator', () => {
  test('sees both, or the one that is chosen', async () => {
    const operator = await visitDashboard(service, null)
    const references = async (query: Record<string, string>) =>
      (await operator.read('listPayments', query)).payments.map(({ buyer_id }) => buyer_id).toSorted()
    expect(await references({})).toEqual([ours.ids.reference, theirs.ids.reference].toSorted())
    expect(await references({ merchant: theirs.ids.merchant })).toEqual([theirs.ids.reference])
    expect((await operator.get(pathOf('readPayment', theirs.ids.payment))).status).toBe(200)
  })

  test('sees of every list the rows of the one that is chosen', async () => {
    const operator = await visitDashboard(service, null)
    const chosen = { merchant: theirs.ids.merchant }
    const lists = [
      (await operator.read('listRequests', chosen)).requests,
      (await operator.read('listIdentityChecks', chosen)).checks,
      (await operator.read('listAudit', chosen)).entries,
      (await operator.read('listClients', chosen)).clients,
      (await operator.read('listSubscriptions', chosen)).subscriptions,
    ]
    const owners = lists.map((rows) => [...new Set(rows.map(({ merchant_id }) => merchant_id))])
    expect(owners).toEqual(lists.map(() => [theirs.ids.merchant]))
  })

  test('counts both, or the one that is chosen, and a merchant its own alone', async () => {
    const operator = await visitDashboard(service, null)
    const created = async ({ read }: DashboardVisitor, query: Record<string, string> = {}) =>
      (await read('readOverview', query)).totals.created
    expect([
      await created(ours.visitor),
      await created(operator),
      await created(operator, { merchant: theirs.ids.merchant }),
    ]).toEqual([1, 2, 1])
  })

  test('has to say for whom something is made', async () => {
    const operator = await visitDashboard(service, null)
    expect((await operator.act('createClient', { merchant: randomUUID() })).status).toBe(404)
    const answer = await operator.act('createClient', {})
    expect([answer.status, answer.json?.error?.message]).toEqual([
      400,
      'merchant: choose the merchant that this is for',
    ])
  })
})

test('every operation asks for a session', async () => {
  for (const [id, { method }] of routes) {
    const path = DASHBOARD_API + pathOf(id, ours.ids.payment)
    const answer = await service.request(path, { method, token: null, ...(method === 'POST' ? { body: {} } : {}) })
    expect(answer.status, id).toBe(401)
  }
})
