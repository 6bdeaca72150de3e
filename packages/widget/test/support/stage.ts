import { randomUUID } from 'node:crypto'
import { kycSchema, paymentIntentSchema, redirectSchema, statusesSchema } from '@coinslot/contract'
import type { Browser, BrowserContext, BrowserContextOptions, FrameLocator, Page } from 'playwright-core'
import type {} from '../../../service/test/global-setup.ts'
import {
  startTestService,
  type TestAnswer,
  type TestMerchant,
  type TestService,
} from '../../../service/test/harness.ts'
import { launchChromium, openTab, untilScriptIsThere } from './browser.ts'
import { type MerchantSite, type PageOptions, startMerchantSite } from './merchant-page.ts'

/** The real service, a merchant's site on an origin of its own, and a browser. */
export interface Stage {
  readonly service: TestService
  readonly site: MerchantSite
  readonly browser: Browser
  readonly scriptUrl: string
  close(): Promise<void>
}

export const openStage = async (): Promise<Stage> => {
  const [service, site, browser] = await Promise.all([
    startTestService({ merchant: { merchant: 'Emberfall' } }),
    startMerchantSite(),
    launchChromium(),
  ])
  return {
    service,
    site,
    browser,
    scriptUrl: `${service.baseUrl}/widget/payments-widget.js`,
    close: async () => {
      await browser.close()
      await site.close()
      await service.close()
    },
  }
}

const CONTAINER = 'forte-payments-widget-container'

/** What the merchant's backend gets, and hands to its page as it is. */
export type InitData = Record<string, unknown>

export interface Buyer {
  readonly email?: string
  readonly merchant?: TestMerchant
  /** Of the item, in US dollars; 9.99 where it is left out. */
  readonly amount?: string
  /** Of the item. */
  readonly imageUrl?: string
}

const intentBody = ({ email = `${randomUUID()}@buyer.test`, amount = '9.99', imageUrl }: Buyer) => ({
  transaction_type: 'BUY_VDA',
  buyer: { email },
  currency: 'USD',
  idempotency_key: randomUUID(),
  items: [
    {
      id: 'coins-500',
      title: '500 gold coins',
      description: 'For Realm of Embers',
      amount,
      ...(imageUrl !== undefined && { image_url: imageUrl }),
    },
  ],
})

/** Asks as a merchant's backend does, however far the clock has been moved. */
const post = async ({ service }: Stage, path: string, body: unknown, merchant?: TestMerchant): Promise<TestAnswer> =>
  service.post(path, body, { token: (await service.withFreshToken(merchant)).token })

export const createIntent = async (stage: Stage, buyer: Buyer = {}): Promise<InitData> =>
  (await post(stage, '/payments/v2/intent', intentBody(buyer), buyer.merchant)).data(paymentIntentSchema)

export const createRedirect = async (stage: Stage, buyer: Buyer = {}): Promise<string> => {
  const answer = await post(stage, '/payments/v2/intent/redirect', intentBody(buyer), buyer.merchant)
  return answer.data(redirectSchema).redirect_url
}

export const createKyc = async (stage: Stage, level: number): Promise<InitData> => {
  const wallet = { address: `${randomUUID()}-0`, blockchain: 'ethereum' }
  const body = { action: { level, type: 'OCC_RULES_ENGINE' }, customer: { external_id: randomUUID(), wallet } }
  return (await post(stage, '/compliance/v2/kyc', body)).data(kycSchema)
}

export const statusOf = async (stage: Stage, id: unknown): Promise<string> => {
  const answer = await post(stage, '/payments/v1/payments/statuses', { payment_intent_ids: [id] })
  return answer.data(statusesSchema)[0]?.status ?? 'none'
}

/** A buyer's visit to the merchant's page. */
export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Inside the widget's frame. */
  readonly frame: FrameLocator
  /** What was written to the console as an error or a warning. */
  readonly complaints: readonly string[]
  /** Name and intent of each window event so far. */
  events(): Promise<readonly (readonly [string, string | undefined])[]>
  init(data: unknown, containerId?: string, theme?: Record<string, string>): Promise<void>
}

export interface VisitOptions extends BrowserContextOptions {
  readonly shop?: Partial<PageOptions>
}

export const visitShop = async (
  { browser, site, scriptUrl }: Stage,
  { shop = {}, ...options }: VisitOptions = {},
): Promise<Visit> => {
  const page = await openTab(browser, options)
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(site.url({ scriptUrl, ...shop }))
  await untilScriptIsThere(page)
  return {
    context: page.context(),
    page,
    frame: page.frameLocator(`#${CONTAINER} > iframe`),
    complaints,
    events: () => page.evaluate(() => (window as unknown as { events: [string, string | undefined][] }).events),
    init: (data, containerId = CONTAINER, theme) =>
      page.evaluate(
        (init) =>
          (window as unknown as { initFortePaymentsWidget: (init: unknown) => void }).initFortePaymentsWidget(init),
        { containerId, data, ...(theme && { theme }) },
      ),
  }
}
