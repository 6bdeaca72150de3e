import { randomUUID } from 'node:crypto'
import { CHECKOUT_CLIENT_HEADER } from '@coinslot/contract'
import { DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import { z } from 'zod'
import { sessionToken } from '../src/auth/session-token.ts'
import { visitDashboard } from './dashboard-session.ts'
import type { TestService } from './harness.ts'
import { order, orderRedirect } from './orders.ts'

/** What exists while generated requests are sent: somebody to be, and things to name. */
export interface FuzzWorld {
  /** Headers of each who may ask. */
  readonly callers: Readonly<
    Record<'nobody' | 'merchant' | 'widget' | 'kyc' | 'hosted' | 'developer' | 'operator', Headers>
  >
  /** Ids of things that are there. */
  readonly ids: readonly string[]
}
type Headers = Readonly<Record<string, string>>

/** Makes a merchant with one of everything. */
export const makeWorld = async (service: TestService): Promise<FuzzWorld> => {
  const merchant = await service.createMerchant()
  const { clientId, merchantId, token } = merchant
  const { intentId } = await order(service, { merchant })
  const hostedId = (await orderRedirect(service, { merchant })).pathname.split('/').at(-1) ?? ''
  const kyc = await service.post(
    '/compliance/v2/kyc',
    {
      action: { level: 3, type: 'OCC_RULES_ENGINE' },
      customer: { external_id: randomUUID(), wallet: { address: `${randomUUID()}-0`, blockchain: 'polygon' } },
    },
    { token },
  )
  const widgetData = kyc.data(z.object({ widget_data: z.string() })).widget_data
  const opened: unknown = JSON.parse(Buffer.from(widgetData, 'base64url').toString())
  const { access_token: kycToken } = z.object({ access_token: z.string() }).parse(opened)
  const subscription = await service.post(
    '/notifications/v1/subscriptions',
    { endpoint: 'https://shop.invalid/hook', description: 'Shop', status: 'enabled' },
    { token },
  )
  const [developer, operator] = await Promise.all([visitDashboard(service, merchantId), visitDashboard(service, null)])
  const { secrets } = service.deps
  const inWidget = { [CHECKOUT_CLIENT_HEADER]: clientId }
  const dashboard = (visitor: typeof developer): Headers => ({
    cookie: visitor.cookie,
    'sec-fetch-site': 'same-origin',
    [DASHBOARD_TOKEN_HEADER]: visitor.token,
  })
  return {
    callers: {
      nobody: {},
      merchant: { authorization: `Bearer ${token}` },
      widget: { authorization: `Bearer ${sessionToken(secrets, 'pay', intentId)}`, ...inWidget },
      kyc: { authorization: `Bearer ${kycToken}`, ...inWidget },
      hosted: { cookie: `coinslot_pay=${sessionToken(secrets, 'hosted', hostedId)}`, 'sec-fetch-site': 'same-origin' },
      developer: dashboard(developer),
      operator: dashboard(operator),
    },
    ids: [intentId, hostedId, clientId, merchantId, subscription.data(z.object({ id: z.string() })).id],
  }
}
