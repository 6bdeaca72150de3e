import { randomUUID } from 'node:crypto'
import {
  CHECKOUT_PATHS,
  CHECKOUT_PHONE_OPEN,
  deliveriesSchema,
  paymentIntentSchema,
  subscriptionSchema,
} from '@coinslot/contract'
import {
  CSV_SUFFIX,
  type DashboardOperationId,
  type DashboardRoute,
  dashboardRoutes,
} from '@coinslot/contract/dashboard'
import { dashboardOperations } from '@coinslot/contract/dashboard-operations'
import { vi } from 'vitest'
import { expireIntents } from '../src/cards/expire-intents.ts'
import { settleUnsettled } from '../src/cards/settle-unsettled.ts'
import { UNSETTLED_LANES } from '../src/cards/unsettled-store.ts'
import { executeCommand } from '../src/cli/commands.ts'
import { keepNewest } from '../src/dashboard/request-store.ts'
import { pruneSessions } from '../src/dashboard/session-store.ts'
import { carryOver } from '../src/jobs/carry-over.ts'
import { forgetEndedTallies } from '../src/kyc/code-tally-store.ts'
import { forgetEndedHandovers } from '../src/kyc/handover-store.ts'
import { forgetUnsent } from '../src/kyc/forget-unsent.ts'
import { forgetAbandoned } from '../src/kyc/receive-file.ts'
import { catchUpWaiting } from '../src/kyc/catch-up-waiting.ts'
import { reviewUndecided } from '../src/kyc/review.ts'
import { forgetUnanswered } from '../src/kyc/session-store.ts'
import { countHoursThatAreOver } from '../src/payments/count-hours.ts'
import { pruneOpenings } from '../src/payments/opening-store.ts'
import { deleteExpiredTokens } from '../src/payments/redirect-token-store.ts'
import { forgetOldPictures } from '../src/pictures/pictures.ts'
import { giveUpOldReceipts, mailReceipts } from '../src/receipts/mail-receipts.ts'
import { forgetAuthorisations } from '../src/sandbox-bank/authorisation-store.ts'
import { continueBackfill, newRound } from '../src/webhooks/backfill.ts'
import { hasBackfills } from '../src/webhooks/backfill-store.ts'
import { bringForward } from '../src/webhooks/bring-forward.ts'
import { keepRetention } from '../src/webhooks/retention.ts'
import { type Buyer, hostedBuyer, phoneBuyer } from './buyer.ts'
import { pathOf, visitDashboard } from './dashboard-session.ts'
import type { TestService } from './harness.ts'
import { giveAddress, giveDocuments, giveEmail, giveIdentity, upload } from './kyc-customer.ts'
import { order, orderRedirect, pageOf, startKycSession } from './orders.ts'

const DECLINED = '5424180000000171'
const CHALLENGED = '4000020000000000'
const MINUTE_MS = 60_000

/** What the journeys need beside the service: an endpoint for webhooks, and a shop that has pictures. */
export interface Surroundings {
  readonly endpoint: string
  readonly picture: string
}

const answerBank = async (service: TestService, page: Buyer, password: string): Promise<void> => {
  const view = await page.pay({ number: CHALLENGED })
  if (view.step !== 'challenge') throw new Error(`The step is ${view.step}`)
  const { creq, id, url } = view.challenge
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const post = (path: string, fields: Record<string, string>) =>
    service.post(path, String(new URLSearchParams(fields)), { token: null, headers })
  await post(new URL(url).pathname, { creq })
  await post('/sandbox-bank/answer', { creq, password })
  await page.act(CHECKOUT_PATHS.challenge, { challenge_id: id })
}

const buyers = async (service: TestService, { picture }: Surroundings): Promise<void> => {
  const { page, intentId } = await order(service)
  await page.view()
  await page.pay({ number: DECLINED })
  await page.pay()
  await page.view()
  await service.post('/payments/v1/payments/statuses', { payment_intent_ids: [intentId] })

  const left = (await order(service)).page
  await left.pay({ number: DECLINED })
  await left.act(CHECKOUT_PATHS.close)
  for (const password of ['wrong', '1234']) await answerBank(service, (await order(service)).page, password)
  await (await order(service)).page.pay({ number: CHALLENGED })

  const redirect = await orderRedirect(service)
  await service.request(redirect.href, { token: null })
  const hosted = hostedBuyer(service, redirect.pathname.split('/').at(-1) ?? '')
  await hosted.view()
  await hosted.pay()

  const request = {
    transaction_type: 'BUY_VDA',
    buyer: { id: 'player-1', email: 'ada@example.com' },
    currency: 'USD',
    idempotency_key: randomUUID(),
    items: [{ id: 'gold', title: 'Gold', amount: '9.99', image_url: picture }],
  }
  for (const amount of ['9.99', '9.99', '8.88']) {
    await service.post('/payments/v2/intent', { ...request, items: [{ ...request.items[0], amount }] })
  }
  const again = { ...request, idempotency_key: randomUUID() }
  for (let time = 0; time < 2; time += 1) {
    await service.post('/payments/v2/intent/redirect', again)
  }
  const made = (await service.post('/payments/v2/intent', { ...request, idempotency_key: randomUUID() })).data(
    paymentIntentSchema,
  )
  const view = await pageOf(service, made.widget_data).view()
  for (let look = 0; look < 2; look += 1) await service.request(view.item?.picture ?? '/', { token: null })
  await order(service, { buyer: { id: 'b', email: 'banned@example.com' } })
  await order(service, {
    buyer: { wallet: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', blockchain: 'ethereum' } },
  })
}

const customers = async (service: TestService): Promise<void> => {
  const gated = (await order(service, { buyer: { id: 'k', email: 'kyc@example.com' } })).page
  await gated.view()
  await gated.act(CHECKOUT_PATHS.kycEmail, { email: 'ada@example.com' })
  await gated.act(CHECKOUT_PATHS.kycEmailCode, { code: '000000' })
  service.clock.advance(MINUTE_MS)
  await gated.act(CHECKOUT_PATHS.kycEmailResend)
  await giveEmail(gated)
  await giveIdentity(gated)
  await gated.pay()

  const large = (await order(service, { buyer: { id: 'large', email: 'large@example.com' }, amount: '600.00' })).page
  await large.send(CHECKOUT_PATHS.session)
  await large.view()

  const full = await startKycSession(service, 3, { externalId: 'player-full' })
  await giveEmail(full)
  await full.act(CHECKOUT_PATHS.kycIdentity, { full_name: 'Grace Hopper', phone: '+15555550123' })
  service.clock.advance(MINUTE_MS)
  await full.act(CHECKOUT_PATHS.kycPhoneResend)
  await giveIdentity(full)
  await giveAddress(full)
  const linked = await full.act(CHECKOUT_PATHS.kycPhone)
  const link =
    linked.step === 'kyc_documents' && linked.phone?.state === 'waiting' ? new URL(linked.phone.url).hash : ''
  const opened = await service.post(
    CHECKOUT_PHONE_OPEN,
    { token: link.slice(1) },
    { token: null, headers: { 'sec-fetch-site': 'same-origin' } },
  )
  const phone = phoneBuyer(service, opened.headers.get('set-cookie') ?? '')
  await upload(phone, 'government_id')
  await upload(phone, 'government_id')
  await giveDocuments(full)
  await full.view()
  await startKycSession(service, 3, { externalId: 'player-full' }).catch(() => undefined)

  for (const name of ['Pending Hopper', 'Reject Hopper']) {
    const judged = await startKycSession(service, 2, { externalId: `player ${name}` })
    await giveEmail(judged)
    await giveIdentity(judged, name)
    await judged.view()
  }
  const buyer = { id: 'player Pending Hopper', email: 'pending@example.com' }
  await (await order(service, { buyer, amount: '600.00' })).page.view()
}

const SUBSCRIPTIONS = '/notifications/v1/subscriptions'

const subscribe = async (service: TestService, endpoint: string): Promise<string> =>
  (await service.post(SUBSCRIPTIONS, { endpoint })).data(subscriptionSchema).id

/** Waits until a delivery to the subscription was tried. @returns its id. */
const tried = (service: TestService, id: string): Promise<string> =>
  vi.waitFor(
    async () => {
      const { deliveries } = (await service.request(`${SUBSCRIPTIONS}/${id}/deliveries`)).data(deliveriesSchema)
      const found = deliveries.find(({ attempts }) => attempts.length > 0)
      if (found === undefined) throw new Error('Nothing was delivered')
      return found.id
    },
    { timeout: 15_000 },
  )

const backend = async (service: TestService, { endpoint }: Surroundings): Promise<void> => {
  const id = await subscribe(service, endpoint)
  const failing = [await subscribe(service, `${endpoint}/500`), await subscribe(service, `${endpoint}/410`)]
  await service.request(SUBSCRIPTIONS)
  await service.request(`${SUBSCRIPTIONS}/${id}`, { method: 'PATCH', body: { description: 'Changed' } })
  await (await order(service)).page.pay()
  for (const each of [id, ...failing]) {
    await service.post(`${SUBSCRIPTIONS}/${each}/deliveries/${await tried(service, each)}/replay`)
  }
  for (const query of ['', '?status=failed', '?status=pending', '?event_type=payment_approved']) {
    await service.request(`${SUBSCRIPTIONS}/${id}/deliveries${query}`)
  }
  await service.post(`${SUBSCRIPTIONS}/${id}/test`)
  await service.post(`${SUBSCRIPTIONS}/${id}/rotate-key`)
  await service.post(`${SUBSCRIPTIONS}/${id}/disable`)
  await (await order(service)).page.pay()
  await service.post(`${SUBSCRIPTIONS}/${id}/enable`)
  while (await continueBackfill(service.deps, newRound()));
  // Of events every ten seconds this is more than two batches: the rest is queued in the background, in more than one turn.
  const since = new Date(service.clock.now().getTime() - 6 * 60 * MINUTE_MS).toISOString()
  await service.post(`${SUBSCRIPTIONS}/${id}/replay?${new URLSearchParams({ since })}`)
  // It goes on as deliveries leave.
  while (await hasBackfills(service.deps.db)) await continueBackfill(service.deps, newRound())
  await service.request(`${SUBSCRIPTIONS}/${id}`, { method: 'DELETE' })
}

const dashboard = async (service: TestService, { endpoint }: Surroundings): Promise<void> => {
  const visitors = [
    await visitDashboard(service, service.merchant.merchantId),
    await visitDashboard(service, null),
  ] as const
  const [ours, operator] = visitors
  const made = await ours.act('createSubscription', { endpoint })
  const [payment] = (await ours.read('listPayments', { status: 'Approved' })).payments
  const { deliveries } = await ours.read('listDeliveries', { status: 'delivered' })
  const ids = new Map([
    ['payments', payment?.id],
    ['deliveries', deliveries[0]?.id],
    ['subscriptions', made.data(dashboardOperations.createSubscription.answer).id],
    ['clients', service.merchant.clientId],
    ['merchants', service.merchant.merchantId],
  ])
  for (const [id, { method, path, audience, csv }] of Object.entries(dashboardRoutes) as [
    DashboardOperationId,
    DashboardRoute,
  ][]) {
    if (['signOut', 'disableClient', 'createSubscription', 'callOperation'].includes(id)) continue
    const params = [...ids].find(([kind]) => path.includes(`/${kind}/{id}`))?.[1] ?? ''
    for (const visitor of audience === 'operator' ? [operator] : visitors) {
      if (method === 'POST') await visitor.act(id, ACTS[id] ?? {}, params)
      else {
        await visitor.get(pathOf(id, params))
        if (csv !== undefined) await visitor.get(pathOf(id, params) + CSV_SUFFIX)
      }
    }
  }
  for (const [id, search] of SEARCHES) await ours.get(`${pathOf(id)}?${new URLSearchParams(search)}`)
  await ours.act('signOut')
}

const ACTS: Partial<Record<DashboardOperationId, object>> = {
  updateSubscription: { description: 'Changed' },
  replaySince: { since: '2026-03-14T09:00:00Z' },
  createClient: { permissions: ['payments'] },
  updateClient: { origins: [] },
  createMerchant: { name: 'Another' },
  updateMerchant: { kyc_threshold: '400.00' },
  addBan: { value: 'mallory@example.com' },
  removeBan: { value: 'mallory@example.com' },
  flagWallet: { address: 'wallet-1' },
  unflagWallet: { address: 'wallet-1' },
  makeSampleEvent: { type: 'payment_approved' },
}

const SEARCHES: readonly [DashboardOperationId, Record<string, string>][] = [
  ['readOverview', { range: '7d' }],
  ['listPayments', { status: 'Declined', amount_min: '1.00' }],
  ['listPayments', { reference: 'order-17' }],
  ['listPayments', { text: 'order-17' }],
  ['listDeliveries', { status: 'failed' }],
  ['listRequests', { outcome: 'refused' }],
  ['listIdentityChecks', { level: '2', state: 'rejected' }],
]

const operators = async (service: TestService, { picture }: Surroundings): Promise<void> => {
  const { merchantId, clientId } = service.merchant
  const context = { deps: service.deps, folder: '/', print: () => undefined, signal: new AbortController().signal }
  const other = await service.createMerchant()
  await giveEmail(await startKycSession(service, 1, { externalId: 'leaving' }))
  for (const line of [
    'merchants list',
    `merchants update ${merchantId} --display-name Shop --logo ${picture}`,
    `merchants update ${merchantId} --logo none`,
    'clients list',
    `clients update ${clientId} --return-url http://127.0.0.1/`,
    `clients rotate ${other.clientId}`,
    `clients disable ${other.clientId}`,
    'bans add eve@example.com',
    'bans list',
    'bans remove eve@example.com',
    'wallets flag wallet-2',
    'wallets list',
    'wallets unflag wallet-2',
    `customers export --merchant ${merchantId} --id leaving`,
    `customers forget --merchant ${merchantId} --id leaving`,
    'attempts list',
    'keys rotate',
    'keys list',
    `trigger payment_approved --merchant ${merchantId}`,
    'dashboard --operator',
    'dashboard revoke',
  ]) {
    await executeCommand([...line.split(' '), '--json'], context)
  }
  for (const path of ['/metrics', '/readyz', '/healthz', '/.well-known/jwks.json']) {
    await service.request(path, { token: null })
  }
}

/** Has the sweeps done that run beside requests, as they are due at `now`. */
export const sweep = async ({ deps, merchant }: TestService, now: Date): Promise<void> => {
  await expireIntents(deps)
  for (const lane of UNSETTLED_LANES) await settleUnsettled(deps, lane, () => false)
  await reviewUndecided(deps)
  await catchUpWaiting(deps)
  await countHoursThatAreOver(deps)
  await deleteExpiredTokens(deps.db, now)
  await forgetAbandoned(deps)
  await forgetUnsent(deps, now)
  await forgetUnanswered(deps.db, now)
  await forgetEndedHandovers(deps.db, now)
  await forgetEndedTallies(deps.db, now)
  await forgetOldPictures(deps.db, now)
  await giveUpOldReceipts(deps)
  await forgetAuthorisations(deps.db, now, 1_000)
  await pruneSessions(deps.db, now)
  await pruneOpenings(deps.db, now, 1_000)
  await keepNewest(deps.db, merchant.merchantId, 10)
  await bringForward(deps)
  await keepRetention(deps)
  await carryOver(deps)
}

/** Has all done that runs beside requests, hours and days later. */
export const driveWorkers = async (service: TestService): Promise<void> => {
  const { deps, clock } = service
  await mailReceipts(deps)
  clock.advance(180 * MINUTE_MS)
  await sweep(service, new Date(clock.now().getTime() + 48 * 60 * MINUTE_MS))
}

/** Does once what buyers, customers, merchants' backends, developers and operators do. */
export const driveVisits = async (service: TestService, surroundings: Surroundings): Promise<void> => {
  await buyers(service, surroundings)
  await customers(service)
  await backend(service, surroundings)
  await dashboard(service, surroundings)
  await operators(service, surroundings)
}
