import { operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { WebhookDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import { deleteSubscription, listSubscriptions, updateSubscription } from './subscription-store.ts'
import {
  createSubscription,
  disableSubscription,
  enableSubscription,
  requireSubscription,
  rotateKey,
  subscriptionNotFound,
} from './subscriptions.ts'
import { sendTest } from './test-delivery.ts'
import { webhookSender } from './webhook-sender.ts'

/** @see service.md, "Webhook subscription"; decisions.md §7 */
export const webhookRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: WebhookDeps): void => {
  const sender = webhookSender(deps.config)
  app.addHook('onClose', async () => sender.close())

  const checkEndpoint = (endpoint: string | undefined): void => {
    if (endpoint === undefined) return
    const { protocol, username, password } = new URL(endpoint)
    if (deps.config.mode === 'production' && protocol !== 'https:') {
      throw new ApiError(400, 'endpoint: must be an https URL', { code: 'ERR02' })
    }
    if (username !== '' || password !== '') {
      throw new ApiError(400, 'endpoint: must not hold a user name or password', { code: 'ERR02' })
    }
  }

  route(app, operations.listSubscriptions, async ({ principal }) => ({
    status: 200,
    data: await listSubscriptions(deps.db, deps.secrets, principal.merchantId),
  }))

  route(app, operations.createSubscription, async ({ principal, body }) => {
    checkEndpoint(body.endpoint)
    const { event_types: eventTypes = null, ...fields } = body
    const request = { ...fields, eventTypes, merchantId: principal.merchantId }
    return { status: 201, data: await createSubscription(deps, request) }
  })

  route(app, operations.updateSubscription, async ({ principal, params, body }) => {
    checkEndpoint(body.endpoint)
    const key = { id: params.id, merchantId: principal.merchantId }
    if (!(await updateSubscription(deps.db, key, body))) throw subscriptionNotFound()
    return { status: 200, data: await requireSubscription(deps, key) }
  })

  route(app, operations.deleteSubscription, async ({ principal, params }) => {
    const isDeleted = await deleteSubscription(deps.db, { id: params.id, merchantId: principal.merchantId })
    if (!isDeleted) throw subscriptionNotFound()
    return { status: 204 }
  })

  route(app, operations.testSubscription, async ({ principal: { merchantId }, params }) => {
    const subscription = await requireSubscription(deps, { id: params.id, merchantId })
    return { status: 200, data: await sendTest(deps, sender, subscription, merchantId) }
  })

  route(app, operations.enableSubscription, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await enableSubscription(deps, { id: params.id, merchantId }),
  }))

  route(app, operations.disableSubscription, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await disableSubscription(deps, { id: params.id, merchantId }),
  }))

  route(app, operations.rotateSubscriptionKey, async ({ principal: { merchantId }, params }) => ({
    status: 200,
    data: await rotateKey(deps, { id: params.id, merchantId }),
  }))

  deliveryRoutes(app, route, deps)
}
