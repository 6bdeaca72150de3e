import { operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { WebhookDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { findDelivery, listDeliveries } from './history-store.ts'
import { replayMissed } from './replay-missed.ts'
import { type EventCursor, replayOne } from './replay-store.ts'
import type { SubscriptionKey } from './subscription-store.ts'
import { assertEnabled, keyOf, requireSubscription } from './subscriptions.ts'

const cursorText = ({ at, id }: EventCursor): string => `${at.getTime()}.${id}`

const readCursor = (text: string | undefined): EventCursor | null => {
  if (text === undefined) return null
  const [, ms, id] = /^(\d{1,14})\.([\w-]+)$/.exec(text) ?? []
  if (ms === undefined || id === undefined) {
    throw new ApiError(400, 'cursor: must be the next_cursor of the page before', { code: 'ERR02' })
  }
  return { at: new Date(Number(ms)), id }
}

/** What became of a subscription's events, and sending them again. */
export const deliveryRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: WebhookDeps): void => {
  const requireDelivery = async (key: SubscriptionKey, deliveryId: string) => {
    const delivery = await findDelivery(deps.db, key, deliveryId)
    if (delivery === null) throw new ApiError(404, 'There is no such delivery')
    return delivery
  }

  route(app, operations.listDeliveries, async ({ principal: { merchantId }, params, query }) => {
    const key = keyOf(merchantId, params)
    await requireSubscription(deps, key)
    const page = { ...query, before: readCursor(query.cursor) }
    const { deliveries, next } = await listDeliveries(deps.db, key, page)
    return { status: 200, data: { deliveries, next_cursor: next === null ? null : cursorText(next) } }
  })

  route(app, operations.replayDelivery, async ({ principal: { merchantId }, params }) => {
    const key = keyOf(merchantId, params)
    const { delivery_id } = params
    assertEnabled(await requireSubscription(deps, key))
    await requireDelivery(key, delivery_id)
    await replayOne(deps.db, key, delivery_id, deps.clock.now())
    const delivery = await requireDelivery(key, delivery_id)
    deps.wakeDeliveries()
    return { status: 200, data: delivery }
  })

  route(app, operations.replaySubscription, async ({ principal: { merchantId }, params, query }) => {
    return { status: 200, data: await replayMissed(deps, keyOf(merchantId, params), query.since) }
  })
}
