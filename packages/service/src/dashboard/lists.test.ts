import { randomUUID } from 'node:crypto'
import { paymentIntentSchema } from '@coinslot/contract'
import { CSV_SUFFIX, DASHBOARD_API, DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type DashboardVisitor, pathOf, visitDashboard, visitNewMerchant } from '../../test/dashboard-session.ts'
import { type FaultEndpoint, startFaultEndpoint } from '../../test/fault-endpoint.ts'
import { startTestService, type TestMerchant, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { walkPages } from '../../test/walk-pages.ts'
import { RequestRecorder } from './request-recorder.ts'
import { insertRequests, keepNewest, listRequests } from './request-store.ts'

let service: TestService
let endpoint: FaultEndpoint
beforeAll(async () => {
  service = await startTestService()
  endpoint = await startFaultEndpoint()
})
afterAll(async () => {
  await service.close()
  await endpoint.close()
})

const newTenant = () => visitNewMerchant(service)

interface Ordered {
  readonly item?: string
  readonly amount?: string
  readonly reference?: string
  readonly buyer?: string
  readonly email?: string
}

/** @returns the intent's id; undefined where the buyer was turned away. */
const ask = async (
  { token }: TestMerchant,
  { item = 'coins-100', amount = '9.99', reference, buyer = randomUUID(), email = 'ada@example.com' }: Ordered = {},
): Promise<string | undefined> => {
  const body = {
    transaction_type: 'BUY_VDA',
    buyer: { id: buyer, email },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: item, title: `A lot of ${item}`, amount }],
    ...(reference === undefined ? {} : { reference }),
  }
  const data = (await service.post('/payments/v2/intent', body, { token })).data(paymentIntentSchema)
  return 'payment_intent_id' in data ? data.payment_intent_id : undefined
}

describe('the list of payments', () => {
  const known: Record<string, string | undefined> = {}
  let visitor: DashboardVisitor
  let between: string
  let dearAt: string

  beforeAll(async () => {
    const tenant = await newTenant()
    visitor = tenant.visitor
    known['cheap'] = await ask(tenant.merchant, { amount: '1.00', reference: 'order-17', buyer: 'player-zoe' })
    service.clock.advance(60_000)
    between = service.clock.now().toISOString()
    service.clock.advance(60_000)
    dearAt = service.clock.now().toISOString()
    known['dear'] = await ask(tenant.merchant, { amount: '100.00', item: 'gems_100%', reference: 'order-18' })
    known['refused'] = await ask(tenant.merchant, { email: 'banned@example.com' })
    const { intentId, page } = await order(service, { merchant: tenant.merchant, amount: '10.00' })
    await page.pay()
    known['approved'] = intentId
  })

  const filters: [query: () => Record<string, string>, found: readonly string[]][] = [
    [() => ({ status: 'Approved' }), ['approved']],
    [() => ({ status: 'Created' }), ['cheap', 'dear']],
    [() => ({ amount_min: '10.00' }), ['approved', 'dear']],
    [() => ({ amount_max: '1.00' }), ['cheap']],
    [() => ({ amount_min: '1.01', amount_max: '99.99', status: 'Approved' }), ['approved']],
    [() => ({ reference: 'order-17' }), ['cheap']],
    [() => ({ reference: 'order-1' }), ['approved']],
    [() => ({ created_to: between }), ['cheap']],
    [() => ({ created_to: dearAt }), ['cheap']],
    [() => ({ created_from: between, status: 'Created' }), ['dear']],
    [() => ({ created_from: dearAt, status: 'Created' }), ['dear']],
    [() => ({ id: known['dear'] ?? '' }), ['dear']],
    [() => ({ id: randomUUID() }), []],
    [() => ({ text: 'ZOE' }), ['cheap']],
    [() => ({ text: 'order-1' }), ['approved', 'cheap', 'dear']],
    [() => ({ text: '100%' }), ['dear']],
    [() => ({ text: 's_1' }), ['dear']],
    [() => ({ mode: 'redirect' }), []],
  ]
  test.each(filters)('%s finds %j', async (query, names) => {
    const { payments } = await visitor.read('listPayments', query())
    const found = payments.map(({ id }) => Object.entries(known).find(([, each]) => each === id)?.[0])
    expect(found.toSorted()).toEqual(names)
  })

  test('finds those that were turned away, who have no intent', async () => {
    const { payments } = await visitor.read('listPayments', { status: 'Refused' })
    expect(payments.map(({ error_code }) => error_code)).toEqual(['ERR01'])
  })

  test('shows and finds as expired what is past its time before anybody has written so', async () => {
    const { db, clock } = service.deps
    const { merchant, visitor: page } = await newTenant()
    const [past = '', open = ''] = [await ask(merchant), await ask(merchant)]
    await db.updateTable('payment_intents').set({ expires_at: clock.now() }).where('id', '=', past).execute()
    const found = async (status: string) =>
      (await page.read('listPayments', { status })).payments.map((payment) => [payment.id, payment.status])
    expect(await found('Expired')).toEqual([[past, 'Expired']])
    expect(await found('Created')).toEqual([[open, 'Created']])
  })

  const noDay = Buffer.from('2026-02-30T00:00:00.000000Z 00000000-0000-4000-8000-000000000000').toString('base64url')
  test.each([
    'cursor=x',
    `cursor=${noDay}`,
    'amount_min=1',
    'status=Lost',
    'limit=0',
    'limit=101',
    'id=1',
    'created_from=today',
    `created_from=2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
  ])('refuses %s', async (query) => {
    const answer = await visitor.get(`${pathOf('listPayments')}?${query}`)
    expect([answer.status, answer.json?.error?.code]).toEqual([400, 2])
  })
})

/** Requests `STATUS-0`, `STATUS-1` … of a merchant, as they would have been written down. */
const recordRequests = (
  { merchantId, clientId }: TestMerchant,
  count: number,
  status: number,
  operation = 'getManifest',
) =>
  insertRequests(
    service.deps.db,
    Array.from({ length: count }, (_, nr) => ({
      at: service.clock.now(),
      merchant_id: merchantId,
      client_id: clientId,
      method: 'GET',
      route: '/payments/v1/widget/manifest',
      operation,
      status,
      duration_ms: 1,
      request_id: `${status}-${nr}`,
      error_message: status === 200 ? null : 'no',
    })),
  )

describe('page by page, while rows arrive, nothing is lost or doubled', () => {
  test('of payments of one instant', async () => {
    const { merchant, visitor } = await newTenant()
    const ids = new Set<string | undefined>()
    for (let count = 0; count < 7; count += 1) ids.add(await ask(merchant))
    const found = await walkPages(
      async (cursor) => {
        const { payments, next_cursor: next } = await visitor.read('listPayments', { limit: '2', ...cursor })
        return { rows: payments, next }
      },
      () => {
        service.clock.advance(1)
        return ask(merchant)
      },
    )
    expect(found.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted())
  })

  test('of deliveries of one event to several subscriptions', async () => {
    const { merchant, visitor } = await newTenant()
    for (const path of ['/a', '/b', '/c']) {
      await service.post(
        '/notifications/v1/subscriptions',
        { endpoint: endpoint.url + path },
        { token: merchant.token },
      )
    }
    const make = () => visitor.act('makeSampleEvent', { type: 'payment_approved' })
    for (let count = 0; count < 3; count += 1) await make()
    const deliveries = async (query: Record<string, string>) => {
      const { deliveries: rows, next_cursor: next } = await visitor.read('listDeliveries', query)
      return { rows: rows.map(({ id, endpoint: to }) => `${id} ${to}`), next }
    }
    const { rows } = await deliveries({})
    expect(rows).toHaveLength(9)
    const { subscriptions } = await visitor.read('listSubscriptions')
    const { rows: ofOne } = await deliveries({ subscription: subscriptions[0]?.id.toUpperCase() ?? '' })
    expect(new Set(ofOne.map((each) => each.split(' ')[1]))).toEqual(new Set([subscriptions[0]?.endpoint]))
    const found = await walkPages(
      (cursor) => deliveries({ limit: '2', event_type: 'payment_approved', ...cursor }),
      async () => {
        service.clock.advance(1_000)
        await make()
      },
    )
    expect(found.toSorted()).toEqual(rows.toSorted())
  })

  test.each([
    ['listBans', 'addBan', 'removeBan'],
    ['listFlaggedWallets', 'flagWallet', 'unflagWallet'],
  ] as const)('of %s, the newest first', async (list, add, remove) => {
    const operator = await visitDashboard(service, null)
    const put = (value: string) => operator.act(add, { value })
    const values = ['a', 'b', 'c', 'd', 'e'].map((each) => `${list}-${each}@example.com`)
    for (const [index, value] of values.entries()) {
      // Some at one instant.
      if (index % 2 === 0) service.clock.advance(1)
      await put(value)
    }
    const found = await walkPages(
      async (cursor) => {
        const { values: rows, next_cursor: next } = await operator.read(list, { limit: '2', ...cursor })
        return { rows, next }
      },
      () => {
        service.clock.advance(1)
        return put(randomUUID())
      },
    )
    expect(found.map(({ value }) => value).toSorted()).toEqual(values)
    expect(found[0]?.value).toBe(values[4])
    expect(new Set(found.map(({ id }) => id)).size).toBe(values.length)
    expect((await operator.act(remove, { value: values[0] })).status).toBe(200)
    const { values: left } = await operator.read(list)
    expect(left.map(({ value }) => value)).not.toContain(values[0])
    // A place in a list of payments.
    const foreign = Buffer.from(`2026-01-01T00:00:00.000000Z ${randomUUID()}`).toString('base64url')
    for (const cursor of ['x', foreign]) {
      expect((await operator.get(`${pathOf(list)}?cursor=${cursor}`)).status, cursor).toBe(400)
    }
  })

  test('of requests, of which the latest of either kind are kept', async () => {
    const { merchant, visitor } = await newTenant()
    const other = await newTenant()
    const kept = 5
    const record = (count: number, status: number, of = merchant) => recordRequests(of, count, status)
    for (const status of [400, 200]) await record(kept, status, other.merchant)
    await record(12, 400)
    await record(30, 200)
    await keepNewest(service.deps.db, merchant.merchantId, kept)
    const requests = async (query: Record<string, string>) => {
      const { requests: rows, next_cursor: next } = await visitor.read('listRequests', query)
      return { rows: rows.map(({ request_id }) => request_id), next }
    }
    const latest = (status: number, of: number) => Array.from({ length: kept }, (_, nr) => `${status}-${of - 1 - nr}`)
    const found = await walkPages(
      (cursor) => requests({ limit: '3', ...cursor }),
      () => record(1, 200),
    )
    expect(found).toEqual([...latest(200, 30), ...latest(400, 12)])
    expect((await requests({ outcome: 'refused' })).rows).toEqual(latest(400, 12))
    expect((await requests({ request_id: '400-11' })).rows).toEqual(['400-11'])
    for (const _ of [1, 2, 3]) await record(1, 400)
    const ofOneId = await walkPages((cursor) => requests({ request_id: '400-0', limit: '1', ...cursor }))
    expect(ofOneId).toEqual(['400-0', '400-0', '400-0'])
    expect((await requests({ operation: 'createIntent' })).rows).toEqual([])
    expect((await other.visitor.read('listRequests')).requests).toHaveLength(2 * kept)
  })
})

test('of requests of which a filter leaves most out, none is lost where a search has come only so far', async () => {
  const { merchant } = await newTenant()
  await recordRequests(merchant, 10, 200)
  await recordRequests(merchant, 1, 400)
  await recordRequests(merchant, 10, 400, 'createIntent')
  const found = await walkPages(async ({ cursor: before = null }: { cursor?: string | null }) => {
    const page = { merchantId: merchant.merchantId, refused: undefined, requestId: undefined, operation: 'getManifest' }
    const { rows, next } = await listRequests(service.deps.db, { ...page, before, limit: 2, searchedRows: 4 })
    return { rows, next: next?.id ?? null }
  })
  const answered = Array.from({ length: 10 }, (_, nr) => `200-${9 - nr}`)
  expect(found.map(({ request_id }) => request_id)).toEqual(['400-0', ...answered])
})

test('of requests of which most were answered, an operator who looks for refusals loses none and sees none twice', async () => {
  const { merchant } = await newTenant()
  for (const _ of [1, 2, 3]) {
    await recordRequests(merchant, 1, 400)
    await recordRequests(merchant, 4, 200)
  }
  const found = await walkPages(async ({ cursor: before = null }: { cursor?: string | null }) => {
    const page = { merchantId: null, refused: true, requestId: undefined, operation: undefined, before }
    const { rows, next } = await listRequests(service.deps.db, { ...page, limit: 1, searchedRows: 4 })
    return { rows, next: next?.id ?? null }
  })
  const own = found.filter(({ merchant_id }) => merchant_id === merchant.merchantId).map(({ id }) => id)
  expect([own.length, new Set(own).size]).toEqual([3, 3])
})

test('a request that was refused is found by its id, with what it was told and nothing of its body', async () => {
  const { merchant, visitor } = await newTenant()
  const personal = { email: 'ada lovelace', name: 'Ada Lovelace', phone: '+15555550123' }
  const body = { buyer: personal, idempotency_key: 'key-of-theirs' }
  const refused = await service.post('/payments/v2/intent', body, { token: merchant.token })
  const query = { request_id: refused.headers.get('x-request-id') ?? '' }
  await vi.waitUntil(async () => {
    service.clock.advance(1_000)
    return (await visitor.read('listRequests', query)).requests.length === 1
  })
  const [row] = (await visitor.read('listRequests', query)).requests
  expect(row).toMatchObject({
    status: 400,
    operation: 'createIntent',
    error_message: refused.json?.error?.message,
    client_id: merchant.clientId,
  })
  const stored = JSON.stringify(await service.deps.db.selectFrom('api_requests').selectAll().execute())
  expect(stored).not.toMatch(/lovelace|\+1555|key-of-theirs/i)
  expect([merchant.token, merchant.clientSecret].filter((secret) => stored.includes(secret))).toEqual([])
})

test('a file of rows holds those of all pages, and is kept rather than shown', async () => {
  const { merchant, visitor } = await newTenant()
  for (let count = 0; count < 3; count += 1) await ask(merchant)
  const { headers, text } = await visitor.get(`${pathOf('listPayments')}${CSV_SUFFIX}?limit=2`)
  expect(text.trim().split('\r\n')).toHaveLength(4)
  expect(headers.get('content-disposition')).toBe('attachment; filename="payments.csv"')
})

test('a file of many rows holds each of them once', async () => {
  const { merchant, visitor } = await newTenant()
  await recordRequests(merchant, 2.5 * DASHBOARD_LIMITS.pageMax, 400)
  const { text } = await visitor.get(`${pathOf('listRequests')}${CSV_SUFFIX}`)
  const rows = text.trim().split('\r\n').slice(1)
  expect(rows).toHaveLength(2.5 * DASHBOARD_LIMITS.pageMax)
  expect(new Set(rows).size).toBe(rows.length)
})

test('a file of rows says that it is UTF-8, as Excel wants to be told', async () => {
  const { merchant, visitor } = await newTenant()
  await ask(merchant, { item: 'Münzen' })
  const path = `${DASHBOARD_API}${pathOf('listPayments')}${CSV_SUFFIX}`
  const answer = await fetch(service.baseUrl + path, { headers: { cookie: visitor.cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('\xef\xbb\xbfid')
  expect(bytes.toString('utf8')).toContain('A lot of Münzen')
})

test('of a busy merchant the latest second is written down in part: refusals rather than answers', async () => {
  const { merchant } = await newTenant()
  const recorder = new RequestRecorder(service.deps)
  const observe = recorder.observe({ route: '/notifications/v1/subscriptions/:id', operation: 'updateSubscription' })
  await service.deps.clients.get(merchant.clientId)
  const asked = { method: 'POST', durationMs: 1, clientId: merchant.clientId, errorMessage: undefined }
  for (let nr = 0; nr < 110; nr += 1) {
    for (const status of [200, 404]) observe({ ...asked, requestId: `${status}-${nr}`, status })
  }
  await recorder.close()
  const ofClient = service.deps.db.selectFrom('api_requests').where('client_id', '=', merchant.clientId)
  const written = await ofClient.select(['status', 'merchant_id', 'route']).execute()
  const count = (of: number) => written.filter(({ status }) => status === of).length
  expect([count(200), count(404)]).toEqual([20, 100])
  expect(new Set(written.map(({ merchant_id }) => merchant_id))).toEqual(new Set([merchant.merchantId]))
  expect(new Set(written.map(({ route }) => route))).toEqual(new Set(['/notifications/v1/subscriptions/{id}']))
})

test('of a busy merchant every second is written down, and of all of them no more than is kept', async () => {
  const { merchant, visitor } = await newTenant()
  const recorder = new RequestRecorder(service.deps)
  const observe = recorder.observe({ route: '/payments/v1/payments/statuses', operation: 'getStatuses' })
  await service.deps.clients.get(merchant.clientId)
  const asked = { method: 'POST', durationMs: 1, status: 404, clientId: merchant.clientId, errorMessage: undefined }
  const latest = async () => (await visitor.read('listRequests', { limit: '1' })).requests[0]?.request_id
  const { requestsKept } = DASHBOARD_LIMITS
  const perSecond = 100
  for (let second = 0; second < requestsKept / perSecond + 2; second += 1) {
    for (let nr = 0; nr < perSecond; nr += 1) observe({ ...asked, requestId: `${second}-${nr}` })
    service.clock.advance(1_000)
    await expect.poll(latest).toBe(`${second}-${perSecond - 1}`)
  }
  await recorder.close()
  const ofClient = service.deps.db.selectFrom('api_requests').where('client_id', '=', merchant.clientId)
  expect(await ofClient.select('id').execute()).toHaveLength(requestsKept)
})

describe('a subscription is made and changed', () => {
  test('for the types of events that were chosen', async () => {
    const { visitor } = await newTenant()
    const made = await visitor.act('createSubscription', { endpoint: endpoint.url, event_types: ['payment_approved'] })
    expect(made.status).toBe(200)
    const types = async () => (await visitor.read('listSubscriptions')).subscriptions.map((each) => each.event_types)
    expect(await types()).toEqual([['payment_approved']])
    const { id } = made.data(dashboardOperations.createSubscription.answer)
    const { entries } = await visitor.read('listAudit')
    expect(entries).toMatchObject([{ action: 'createSubscription', subject: id, status: 200 }])
    await visitor.act('updateSubscription', { event_types: null, description: 'All' }, id)
    expect(await types()).toEqual([null])
    expect((await visitor.act('updateSubscription', { event_types: ['lost'] }, id)).status).toBe(400)
  })
})
