import { once } from 'node:events'
import { connect } from 'node:net'
import { CSV_SUFFIX, DASHBOARD_API, DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import { fastify } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardVisitor, pathOf, visitNewMerchant } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'
import { order } from '../../test/orders.ts'
import { DashboardBinder, DONE } from './bind-dashboard.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

test.each([
  ['lists', pathOf('listPayments'), 150, 1],
  ['files', pathOf('listPayments') + CSV_SUFFIX, 30, 5],
])(
  'a session that asks for far too many %s in one moment is told so, and no other is',
  async (_what, path, count, retryAfter) => {
    const [eve, ada] = [await visitNewMerchant(service), await visitNewMerchant(service)]
    const askForMany = async () => {
      const answers = Array.from({ length: count }, () => eve.visitor.get(path))
      const other = await ada.visitor.get(path)
      const told = (await Promise.all(answers)).map(({ status, headers }) => `${status} ${headers.get('retry-after')}`)
      return { other: other.status, told: new Set(told) }
    }
    await expect.poll(askForMany).toEqual({ other: 200, told: new Set(['200 null', `429 ${retryAfter}`]) })
    expect((await eve.visitor.get(path)).status).toBe(200)
  },
)

/** Asks for the file of all payments, and leaves as soon as that has been read. */
const askAndLeave = async ({ cookie }: DashboardVisitor) => {
  const { hostname, port } = new URL(service.baseUrl)
  const asker = connect(Number(port), hostname)
  const path = DASHBOARD_API + pathOf('listPayments') + CSV_SUFFIX
  asker.end(`GET ${path} HTTP/1.1\r\nhost: coinslot.example\r\ncookie: ${cookie}\r\n\r\n`)
  await once(asker.resume(), 'close')
}

test('a session gets files though its askers went away while it was looked up', async () => {
  const { visitor } = await visitNewMerchant(service)
  await service.deps.db.transaction().execute(async (transaction) => {
    await sql`lock table dashboard_sessions in access exclusive mode`.execute(transaction)
    for (let times = 0; times < 5; times += 1) await askAndLeave(visitor)
  })
  await expect.poll(async () => (await visitor.get(pathOf('listPayments') + CSV_SUFFIX)).status).toBe(200)
})

test('the attack of a session that asks for many lists beside its files has no file wait for them', async () => {
  const { visitor } = await visitNewMerchant(service)
  const app = fastify()
  let goOn = (): void => {}
  const isOn = new Promise<void>((resolve) => (goOn = resolve))
  new DashboardBinder(app, service.deps).read('listPayments', async ({ query }) => {
    if (query.text === 'slow') await isOn
    return { payments: [], next_cursor: null, searched_until: null }
  })
  const ask = async (path: string) =>
    (await app.inject({ url: DASHBOARD_API + path, headers: { cookie: visitor.cookie } })).statusCode
  const lists = Array.from({ length: 10 }, () => ask(`${pathOf('listPayments')}?text=slow`))
  let file = 0
  void ask(pathOf('listPayments') + CSV_SUFFIX).then((status) => (file = status))
  await expect.poll(() => file, { interval: 1 }).toBe(200)
  goOn()
  expect(new Set(await Promise.all(lists))).toEqual(new Set([200]))
  await app.close()
})

test('a file that is put together ends with its session, and no more is read for it', async () => {
  const { merchant, visitor } = await visitNewMerchant(service)
  await order(service, { merchant })
  const { payments } = await visitor.read('listPayments')
  const app = fastify()
  let pages = 0
  new DashboardBinder(app, service.deps).read('listPayments', async () => {
    pages += 1
    await visitor.act('signOut')
    return { payments, next_cursor: pages < 3 ? 'more' : null, searched_until: null }
  })
  const url = DASHBOARD_API + pathOf('listPayments') + CSV_SUFFIX
  const { statusCode } = await app.inject({ url, headers: { cookie: visitor.cookie } })
  expect([statusCode, pages]).toEqual([401, 1])
  await app.close()
})

/** A dashboard in which a session may act three times in a minute, and what it is told. */
const threeActs = () => {
  const app = fastify()
  new DashboardBinder(app, service.deps, 3).act('signOut', async () => ({ data: DONE }))
  const act = async ({ cookie, token }: DashboardVisitor, site = 'same-origin') => {
    const headers = { cookie, [DASHBOARD_TOKEN_HEADER]: token, 'sec-fetch-site': site }
    const answer = await app.inject({ method: 'POST', url: DASHBOARD_API + pathOf('signOut'), headers })
    return `${answer.statusCode} ${answer.headers['retry-after']}`
  }
  return { act, close: () => app.close() }
}
const ACTED = '200 undefined'

test('the attack of a session that acts without end grows the audit log by so much in a minute, and is told when to go on', async () => {
  const { visitor } = await visitNewMerchant(service)
  const { act, close } = threeActs()
  for (const told of [ACTED, ACTED, ACTED, '429 60', '429 60']) expect(await act(visitor)).toBe(told)
  expect(await act((await visitNewMerchant(service)).visitor)).toBe(ACTED)
  expect((await visitor.read('listAudit')).entries).toHaveLength(3)
  service.clock.advance(60_000)
  expect(await act(visitor)).toBe(ACTED)
  await close()
})

test('the attack of another site that forges actions uses up none of those that a session may do', async () => {
  const { visitor } = await visitNewMerchant(service)
  const { act, close } = threeActs()
  for (let times = 0; times < 4; times += 1) expect(await act(visitor, 'same-site')).toBe('403 undefined')
  expect(await act(visitor)).toBe(ACTED)
  await close()
})
