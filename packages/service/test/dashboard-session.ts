import {
  DASHBOARD_API,
  DASHBOARD_TOKEN_HEADER,
  type DashboardOperationId,
  dashboardRoutes,
} from '@coinslot/contract/dashboard'
import { type DashboardAnswer, dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { createLink } from '../src/dashboard/links.ts'
import type { TestAnswer, TestMerchant, TestService } from './harness.ts'

/** Somebody who has opened a link to the dashboard, with the cookie and the token that the pages have. */
export interface DashboardVisitor {
  readonly cookie: string
  readonly token: string
  /** Asks for a path below the dashboard's API. */
  get(path: string): Promise<TestAnswer>
  /** Reads an operation. */
  read<Id extends DashboardOperationId>(
    id: Id,
    query?: Record<string, string>,
    params?: string,
  ): Promise<DashboardAnswer<Id>>
  /** Acts, as the pages do. */
  act(id: DashboardOperationId, body?: unknown, params?: string, headers?: Record<string, string>): Promise<TestAnswer>
}

export const pathOf = (id: DashboardOperationId, params = ''): string =>
  dashboardRoutes[id].path.replace('{id}', encodeURIComponent(params))

/** The cookie that a link gives. @param had the cookie of the session that the browser has */
export const followLink = async (
  service: TestService,
  url: string,
  had = '',
): Promise<{ status: number; cookie: string }> => {
  const given = { token: null, headers: had === '' ? {} : { cookie: had } }
  const { status, headers } = await service.request(url.slice(service.baseUrl.length), given)
  return { status, cookie: headers.get('set-cookie') ?? '' }
}

/** Signs in by a link. @param merchantId null for the operator */
export const visitDashboard = async (service: TestService, merchantId: string | null): Promise<DashboardVisitor> => {
  const { cookie: given } = await followLink(service, await createLink(service.deps, merchantId))
  const [cookie = ''] = given.split(';', 1)
  const get = (path: string) => service.request(DASHBOARD_API + path, { token: null, headers: { cookie } })
  const { token } = (await get('/session')).data(dashboardOperations.readSession.answer)
  return {
    cookie,
    token,
    get,
    read: async (id, query = {}, params = '') => {
      const search = new URLSearchParams(query)
      const answer = await get(`${pathOf(id, params)}${search.size > 0 ? `?${search}` : ''}`)
      return answer.data(dashboardOperations[id].answer) as never
    },
    act: (id, body = {}, params = '', headers = {}) =>
      service.post(DASHBOARD_API + pathOf(id, params), body, {
        token: null,
        headers: { cookie, 'sec-fetch-site': 'same-origin', [DASHBOARD_TOKEN_HEADER]: token, ...headers },
      }),
  }
}

/** A new merchant, and somebody who has signed in to see what is theirs. */
export const visitNewMerchant = async (
  service: TestService,
): Promise<{ merchant: TestMerchant; visitor: DashboardVisitor }> => {
  const merchant = await service.createMerchant()
  return { merchant, visitor: await visitDashboard(service, merchant.merchantId) }
}
