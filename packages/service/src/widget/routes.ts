import { operations } from '@coinslot/contract'
import { CHECKOUT_ASSETS, ISOLATED_QUERY } from '@coinslot/contract/checkout'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { onStrangersBehalf } from '../db/behalf.ts'
import type { WidgetDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import type { BindMerchantRoute } from '../auth/bearer.ts'
import type { WidgetBundle } from './bundle.ts'
import { registerConditional } from './conditional.ts'
import { type CheckoutDocument, checkoutDocument, frameAncestors } from './documents.ts'
import { sendStatic } from '../http/send-static.ts'
import { findShared } from './shared-files.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
/** Seconds for which the newest script is taken from a cache under its unversioned name. */
const ALIAS_MAX_AGE_SECONDS = 300
const ALIAS = 'payments-widget.js'

const etagOf = ({ manifest }: WidgetBundle): string => `"${manifest.integrity.digest}"`
const notBuilt = (): ApiError => new ApiError(404, 'The service has no widget to show; tell whoever runs it')
const noSuchFile = (): ApiError => new ApiError(404, 'There is no such file')

const send = (reply: FastifyReply, { html, headers }: CheckoutDocument): FastifyReply =>
  reply.headers(headers).send(html)

const isIsolated = ({ query }: FastifyRequest): boolean => Object.hasOwn(Object(query), ISOLATED_QUERY)

/** HTTP's server leaves the body of an answer to `HEAD` out, and keeps its headers (RFC 9110 §9.3.2). */
const READ: HTTPMethods[] = ['GET', 'HEAD']

/** @see service.md, "GET /payments/v1/widget/manifest"; decisions.md §6 */
export const widgetRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: WidgetDeps): void => {
  const bundle = (): WidgetBundle => {
    if (deps.widget === null) throw notBuilt()
    return deps.widget
  }
  app.register(async (scope) => {
    registerConditional(scope)
    route(
      scope,
      operations.getManifest,
      async ({ reply }) => {
        reply.headers({ etag: etagOf(bundle()), 'cache-control': 'private, no-cache' })
        return { status: 200, data: bundle().manifest }
      },
      { constant: true },
    )
    scope.route<{ Params: { file: string } }>({
      method: READ,
      url: '/widget/:file',
      handler: async (request, reply) => {
        const { scripts, manifest } = bundle()
        const isAlias = request.params.file === ALIAS
        const name = isAlias ? manifest.file_name : request.params.file
        const file = scripts.get(name) ?? (await findShared(deps, `widget/${name}`))
        if (file === null) throw noSuchFile()
        if (isAlias) reply.header('etag', etagOf(bundle()))
        reply.headers({
          'cache-control': isAlias ? `public, max-age=${ALIAS_MAX_AGE_SECONDS}` : IMMUTABLE,
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
        })
        return sendStatic(request, reply, name, file)
      },
    })
  })
  app.route<{ Params: { file: string } }>({
    method: READ,
    url: `${CHECKOUT_ASSETS}/:file`,
    handler: async (request, reply) => {
      const name = request.params.file
      const file = bundle().assets.get(name) ?? (await findShared(deps, `checkout/${name}`))
      if (file === null) throw noSuchFile()
      reply.headers({ 'cache-control': IMMUTABLE, 'cross-origin-resource-policy': 'same-origin' })
      return sendStatic(request, reply, name, file)
    },
  })
  // Without a client there is no session to open, only a message to show: anyone may frame that.
  app.get('/checkout/frame', async (request, reply) => {
    const options = {
      merchant: null,
      acceptLanguage: request.headers['accept-language'],
      ancestors: ['*'],
      isIsolated: isIsolated(request),
    }
    return send(reply, checkoutDocument(bundle(), deps.config.baseUrl, options))
  })
  app.get<{ Params: { client: string } }>('/checkout/frame/:client', async (request, reply) => {
    const client = await onStrangersBehalf(() => deps.clients.get(request.params.client))
    if (client === null || client.disabled) throw new ApiError(404, 'There is no such client')
    const ancestors = frameAncestors(client.origins, deps.config)
    const options = {
      merchant: client.profile,
      acceptLanguage: request.headers['accept-language'],
      ancestors,
      acquirer: deps,
      isIsolated: isIsolated(request),
    }
    return send(reply, checkoutDocument(bundle(), deps.config.baseUrl, options))
  })
}
