import { randomUUID } from 'node:crypto'
import { kycSchema, paymentIntentSchema, type PaymentIntentRequest, redirectSchema } from '@coinslot/contract'
import { readWidgetData } from '../src/widget/widget-data.ts'
import { type Buyer, widgetBuyer } from './buyer.ts'
import type { TestMerchant, TestService } from './harness.ts'
import { intentIdOf } from './intent-id.ts'

export interface OrderOptions {
  readonly merchant?: TestMerchant
  readonly buyer?: PaymentIntentRequest['buyer']
  readonly amount?: string
  readonly currency?: PaymentIntentRequest['currency']
  readonly headers?: Record<string, string>
  /** Default: one of its own, so that each order is another intent. */
  readonly idempotencyKey?: string
}

const requestOf = ({
  buyer = { id: randomUUID(), email: 'ada@example.com' },
  amount = '9.99',
  currency = 'USD',
  idempotencyKey = randomUUID(),
}: OrderOptions) => ({
  transaction_type: 'BUY_VDA',
  buyer,
  currency,
  idempotency_key: idempotencyKey,
  items: [{ id: 'coins-100', title: '100 coins', amount }],
  reference: 'order-1',
})

/** The page that a merchant's page opens with `widget_data`. */
export const pageOf = (service: TestService, widgetData: string): Buyer => {
  const { access_token: token = '', client_id: clientId } = readWidgetData(widgetData)
  return widgetBuyer(service, { token, clientId })
}

/** Orders an item for the widget, as a merchant's backend does. */
export const order = async (
  service: TestService,
  options: OrderOptions = {},
): Promise<{ intentId: string; errorCode: string | null; page: Buyer }> => {
  const token = (options.merchant ?? service.merchant).token
  const answer = await service.post('/payments/v2/intent', requestOf(options), { token })
  const data = answer.data(paymentIntentSchema)
  return {
    intentId: intentIdOf(data),
    errorCode: data.error_code,
    page: pageOf(service, data.widget_data),
  }
}

/** Orders an item for the hosted page. @returns the address to send the buyer to. */
export const orderRedirect = async (service: TestService, options: OrderOptions = {}): Promise<URL> => {
  const { headers = {}, merchant = service.merchant } = options
  const rest = { token: merchant.token, headers }
  const answer = await service.post('/payments/v2/intent/redirect', requestOf(options), rest)
  return new URL(answer.data(redirectSchema).redirect_url)
}

/** Never ends in `bad`, which the sandbox flags: a UUID alone does once in 4,096 times. */
const newAddress = (): string => `${randomUUID()}-0`

export interface KycOptions {
  readonly merchant?: TestMerchant
  readonly externalId?: string
  readonly wallet?: { address: string; blockchain: string }
}

/** Starts a KYC session, as a merchant's backend does. */
export const startKycSession = async (
  service: TestService,
  level: 1 | 2 | 3,
  { merchant = service.merchant, externalId = randomUUID(), wallet }: KycOptions = {},
): Promise<Buyer> => {
  const customer = { external_id: externalId, wallet: wallet ?? { address: newAddress(), blockchain: 'polygon' } }
  const body = { action: { level, type: 'OCC_RULES_ENGINE' }, customer }
  const data = (await service.post('/compliance/v2/kyc', body, { token: merchant.token })).data(kycSchema)
  return pageOf(service, data.widget_data ?? '')
}
