import { DefaultQueryExecutor } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { visitDashboard } from '../../test/dashboard-session.ts'
import { startTestService, type TestService } from '../../test/harness.ts'

const ENDPOINTS = 40
/** Of what is asked for each endpoint, and of the service's own work meanwhile. */
const FEW = 8

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => service.close())

/** The most statements that are under way at once, until it is asked. */
const countAtOnce = (): (() => number) => {
  let most = 0
  let underWay = 0
  const executor = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as DefaultQueryExecutor
  const { executeQuery } = executor
  vi.spyOn(executor, 'executeQuery').mockImplementation(async function (this: DefaultQueryExecutor, query) {
    underWay += 1
    most = Math.max(most, underWay)
    return executeQuery.call(this, query).finally(() => (underWay -= 1))
  } as DefaultQueryExecutor['executeQuery'])
  return () => most
}

test('an operator who looks at many endpoints leaves the database to others', async () => {
  const subscription = { endpoint: 'https://shop.example/hook', status: 'disabled' }
  for (let made = 0; made < ENDPOINTS; made += 1) await service.post('/notifications/v1/subscriptions', subscription)
  const operator = await visitDashboard(service, null)
  const most = countAtOnce()
  const { subscriptions } = await operator.read('listSubscriptions')
  expect(subscriptions).toHaveLength(ENDPOINTS)
  expect(most()).toBeGreaterThan(0)
  expect(most()).toBeLessThanOrEqual(FEW)
})
