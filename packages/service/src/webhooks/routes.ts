import { operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { WebhookDeps } from './deps.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deleteSubscription, listSubscriptions, updateSubscription } from './subscription-store.ts'
import {
  assertEndpoint,
  createSubscription,
  disableSubscription,
  enableSubscription,
  keyOf,
  requireSubscription,
  rotateKey,
  subscriptionNotFound,
} from './subscriptions.ts'
import { sendTest } from './test-delivery.ts'
import { webhookSender } from './sender.ts'

/** @see service.md, "Webhook subscription"; decisions.md §7 */
export const webhookRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: WebhookDeps): void => {
  const sender = webhookSender(deps.config)
  app.addHook('onClose', async () => sender.close())

  route(app, operations.listSubscriptions, async ({ principal }) => ({
    status: 200,
    data: await listSubscriptions(deps.db, deps.secrets, principal.merchantId),
  }))

  route(app, operations.createSubscription, async ({ principal, body }) => {
    assertEndpoint(deps.config, body.endpoint)
    const { event_types: eventTypes = null, ...fields } = body
    const request = { ...fields, eventTypes, merchantId: principal.merchantId }
    return { status: 201, data: await createSubscription(deps, request) }
  })

  route(app, operations.updateSubscription, async ({ principal, params, body }) => {
    if (body.endpoint !== undefined) assertEndpoint(deps.config, body.endpoint)
    const key = keyOf(principal.merchantId, params)
    if (!(await updateSubscription(deps.db, key, body))) throw subscriptionNotFound()
    return { status: 200, data: await requireSubscription(deps, key) }
  })

  route(app, operations.deleteSubscription, async ({ principal, params }) => {
    const isDeleted = await deleteSubscription(deps.db, keyOf(principal.merchantId, params))
    if (!isDeleted) throw subscriptionNotFound()
    return { status: 204 }
  })

  route(app, operations.testSubscription, async ({ principal: { merchantId }, params }) => {
    const subscription = await requireSubscription(deps, keyOf(merchantId, params))
    return { status: 200, data: await sendTest(deps, sender, subscription, merchantId) }
  })

  route(app, operations.enableSubscription, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await enableSubscription(deps, keyOf(merchantId, params)),
  }))

  route(app, operations.disableSubscription, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await disableSubscription(deps, keyOf(merchantId, params)),
  }))

  route(app, operations.rotateSubscriptionKey, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await rotateKey(deps, keyOf(merchantId, params)),
  }))

  deliveryRoutes(app, route, deps)
}
