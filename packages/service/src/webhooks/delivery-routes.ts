import { operations, type Subscription } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { WebhookDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { findDelivery, listDeliveries } from './history-store.ts'
import { replayMissed, replayOne } from './replay-store.ts'
import { requireSubscription } from './subscriptions.ts'

const seqOf = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null
  if (!/^\d{1,15}$/.test(cursor)) {
    throw new ApiError(400, 'cursor: must be the next_cursor of the page before', { code: 'ERR02' })
  }
  return Number(cursor)
}

const requireEnabled = ({ status }: Subscription): void => {
  if (status !== 'enabled') throw new ApiError(400, 'The subscription is disabled; enable it first')
}

/** What became of a subscription's events, and sending them again. */
export const deliveryRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: WebhookDeps): void => {
  const requireDelivery = async (subscriptionId: string, deliveryId: string) => {
    const delivery = await findDelivery(deps.db, subscriptionId, deliveryId)
    if (delivery === null) throw new ApiError(404, 'There is no such delivery')
    return delivery
  }

  route(app, operations.listDeliveries, async ({ principal: { merchantId }, params: { id }, query }) => {
    await requireSubscription(deps, { id, merchantId })
    const { deliveries, last } = await listDeliveries(deps.db, id, { ...query, before: seqOf(query.cursor) })
    return { status: 200, data: { deliveries, next_cursor: last === null ? null : String(last) } }
  })

  route(app, operations.replayDelivery, async ({ principal: { merchantId }, params: { id, delivery_id } }) => {
    requireEnabled(await requireSubscription(deps, { id, merchantId }))
    await requireDelivery(id, delivery_id)
    await replayOne(deps.db, delivery_id, deps.clock.now())
    const delivery = await requireDelivery(id, delivery_id)
    deps.wakeDeliveries()
    return { status: 200, data: delivery }
  })

  route(app, operations.replaySubscription, async ({ principal: { merchantId }, params: { id }, query }) => {
    requireEnabled(await requireSubscription(deps, { id, merchantId }))
    const request = { subscriptionId: id, merchantId, since: new Date(query.since), at: deps.clock.now() }
    const replayed = await replayMissed(deps.db, request)
    deps.wakeDeliveries()
    return { status: 200, data: { replayed } }
  })
}
