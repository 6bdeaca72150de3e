import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { findSubscription, updateSubscription } from '../webhooks/subscription-store.ts'
import {
  findDeliveryRecord,
  listDeliveryRecords,
  listKeyRecords,
  listSubscriptionRecords,
  type SubscriptionRecord,
} from '../webhooks/insight-store.ts'
import { replayMissed } from '../webhooks/replay-missed.ts'
import { replayOne } from '../webhooks/replay-store.ts'
import {
  assertEnabled,
  assertEndpoint,
  createSubscription,
  disableSubscription,
  enableSubscription,
  rotateKey,
} from '../webhooks/subscriptions.ts'
import type { Sender } from '../webhooks/sender.ts'
import { sendTest } from '../webhooks/test-delivery.ts'
import { type DashboardBinder, DONE, merchantOf, notFound, oneMerchant } from './bind-dashboard.ts'
import { decodeDelivery, encodeDelivery, endOf } from './cursor-rules.ts'
import type { DashboardDeps } from './deps.ts'
import { merchantIdsOf } from './merchants.ts'
import { readCursor } from './read-cursor.ts'
import type { DashboardSession } from './session.ts'
import { deliveryDetail, deliveryRow, shownSubscriptions } from './webhook-views.ts'

/** Endpoints and what was delivered to them, to be looked at and mended. */
export const webhookRoutes = (bind: DashboardBinder, deps: DashboardDeps, sender: Sender): void => {
  const { db, clock } = deps

  const subscriptionsOf = async (session: DashboardSession, merchant: string | undefined) =>
    listSubscriptionRecords(db, await merchantIdsOf(deps, merchantOf(session, merchant)))

  const requireSubscription = async (session: DashboardSession, id: string): Promise<SubscriptionRecord> => {
    const subscriptions = await subscriptionsOf(session, undefined)
    const found = subscriptions.find((each) => each.id === id.toLowerCase())
    if (found === undefined) throw notFound()
    return found
  }

  const requireDelivery = async (session: DashboardSession, id: string) => {
    const subscriptions = await subscriptionsOf(session, undefined)
    const delivery = subscriptions.length === 0 ? null : await findDeliveryRecord(db, subscriptions, id.toLowerCase())
    const subscription = subscriptions.find((each) => each.id === delivery?.subscriptionId)
    if (delivery === null || subscription === undefined) throw notFound()
    return { delivery, subscription }
  }

  bind.read('listSubscriptions', async ({ session, query }) => ({
    subscriptions: await shownSubscriptions(deps, await subscriptionsOf(session, query.merchant)),
  }))

  bind.read('listDeliveries', async ({ session, query }) => {
    const subscriptions = await subscriptionsOf(session, query.merchant)
    const asked = query.subscription?.toLowerCase()
    const chosen = asked === undefined ? subscriptions : subscriptions.filter(({ id }) => id === asked)
    const { rows, ...end } = await listDeliveryRecords(db, {
      keys: chosen,
      status: query.status,
      eventType: query.event_type,
      before: readCursor(decodeDelivery, query.cursor),
      limit: query.limit,
      searchedRows: DASHBOARD_LIMITS.searchedRows,
    })
    return {
      deliveries: rows.map((each) =>
        deliveryRow(
          each,
          chosen.find(({ id }) => id === each.subscriptionId),
        ),
      ),
      ...endOf(end, encodeDelivery),
    }
  })

  bind.read('readDelivery', async ({ session, params }) => {
    const { delivery, subscription } = await requireDelivery(session, params.id)
    return deliveryDetail(deps, delivery, subscription, await listKeyRecords(db, subscription))
  })

  bind.act('createSubscription', async ({ session, body }) => {
    const merchantId = oneMerchant(session, body.merchant)
    assertEndpoint(deps.config, body.endpoint)
    const { endpoint, description, event_types: eventTypes = null } = body
    const request = { merchantId, endpoint, description, eventTypes, status: 'enabled' } as const
    const { id, signing_key } = await createSubscription(deps, request)
    return { data: { id, signing_key }, merchantId, subject: id }
  })

  bind.act('updateSubscription', async ({ session, params, body }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    if (body.endpoint !== undefined) assertEndpoint(deps.config, body.endpoint)
    if (!(await updateSubscription(db, { id, merchantId }, body))) throw notFound()
    return { data: DONE, merchantId }
  })

  bind.act('testSubscription', async ({ session, params }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    const subscription = await findSubscription(db, deps.secrets, { id, merchantId })
    if (subscription === null) throw notFound()
    return { data: await sendTest(deps, sender, subscription, merchantId), merchantId }
  })

  bind.act('enableSubscription', async ({ session, params }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    await enableSubscription(deps, { id, merchantId })
    return { data: DONE, merchantId }
  })

  bind.act('disableSubscription', async ({ session, params }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    await disableSubscription(deps, { id, merchantId })
    return { data: DONE, merchantId }
  })

  bind.act('rotateSubscriptionKey', async ({ session, params }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    const { signing_key } = await rotateKey(deps, { id, merchantId })
    return { data: { id, signing_key }, merchantId }
  })

  bind.act('replaySince', async ({ session, params, body }) => {
    const { id, merchantId } = await requireSubscription(session, params.id)
    return { data: await replayMissed(deps, { id, merchantId }, body.since), merchantId }
  })

  bind.act('replayDelivery', async ({ session, params }) => {
    const { delivery, subscription } = await requireDelivery(session, params.id)
    assertEnabled(subscription)
    await replayOne(db, subscription, delivery.id, clock.now())
    deps.wakeDeliveries()
    return { data: DONE, merchantId: subscription.merchantId }
  })
}
