import type { KycRequest, WebhookEvent } from '@coinslot/contract'
import { checkedCount, checkedNumber } from './checked.ts'
import type { Client } from './client.ts'
import { ConfigurationError } from './errors.ts'
import { createMemoryEventStore, type EventStore } from './event-store.ts'
import { failureResponse } from './handler/failure-response.ts'
import { createManifestRoute } from './handler/manifest-route.ts'
import { checkedOrigins, corsHeaders, createOriginReport, isTrustedSource, preflight } from './handler/origin-check.ts'
import { createResolverRoute, type Resolver } from './handler/resolver-route.ts'
import { respondError } from './handler/respond.ts'
import { createWebhookRoute, type WebhookKeys } from './handler/webhook-route.ts'
import type { IntentInput } from './intents.ts'
import { notify } from './hooks.ts'
import { decodeSigningKey, splitKeys } from './webhook-signature.ts'

export interface HandlerOptions {
  readonly client: Client
  /** Where the routes are; default `/coinslot`. */
  readonly basePath?: string | undefined
  /** Origins of pages besides the handler's own, such as `https://shop.example`; default none. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Makes the purchase, its price above all, from the merchant's own data. Without it there is no `intent` route. */
  readonly resolveIntent?: Resolver<IntentInput> | undefined
  /** Without it there is no `kyc` route. */
  readonly resolveKyc?: Resolver<KycRequest> | undefined
  /**
   * Called at most once for each event; what it throws, or a `Response` that is not `ok`, makes the service deliver again.
   * Needs `webhookKeys`.
   */
  readonly onEvent?: ((event: WebhookEvent) => Promise<void> | void) | undefined
  /**
   * The subscription's `signing_key`; several during a rotation, as a list or with commas between them. Checked at once,
   * unless a function reads them.
   */
  readonly webhookKeys?: WebhookKeys | undefined
  /** Default in memory, which serves one process. */
  readonly eventStore?: EventStore | undefined
  /** The time; default the platform's. For tests, where the service has a clock of its own. */
  readonly now?: (() => Date) | undefined
  /** How far a webhook's timestamp may be from now; default 300. */
  readonly toleranceSeconds?: number | undefined
  /** How long a manifest is kept, here and by browsers; default 30, at least 1. */
  readonly manifestMaxAgeSeconds?: number | undefined
  /** Told of every failure, which the page is not, and once of each origin that was refused; default `console.error`. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/**
 * Answers the routes under the base path; 404 for all others. Rejects only what is no web Request, with a
 * ConfigurationError.
 */
export interface Handler {
  (request: Request): Promise<Response>
  /** With a slash at its beginning and none at its end; empty for the root. */
  readonly basePath: string
}

interface Route {
  readonly method: 'GET' | 'POST'
  readonly caller: 'own-page' | 'any-page' | 'service'
  readonly run: (request: Request) => Promise<Response>
}

const routesOf = (options: HandlerOptions, onError: (error: unknown) => void): ReadonlyMap<string, Route> => {
  const { client, eventStore, onEvent, resolveIntent, resolveKyc, toleranceSeconds, webhookKeys } = options
  const now = options.now ?? (() => new Date())
  const maxAgeSeconds = Math.max(1, checkedCount('manifestMaxAgeSeconds', options.manifestMaxAgeSeconds ?? 30))
  const routes = new Map<string, Route>()
  routes.set('manifest', { method: 'GET', caller: 'any-page', run: createManifestRoute(client, maxAgeSeconds, now) })
  const setResolver = (name: string, run: Route['run']) => routes.set(name, { method: 'POST', caller: 'own-page', run })
  if (resolveIntent) setResolver('intent', createResolverRoute(resolveIntent, client.intents.create))
  if (resolveKyc) setResolver('kyc', createResolverRoute(resolveKyc, client.kyc.start))
  if (onEvent) {
    if (webhookKeys == null) throw new ConfigurationError('onEvent needs webhookKeys')
    if (typeof webhookKeys !== 'function') splitKeys(webhookKeys).forEach(decodeSigningKey)
    if (toleranceSeconds != null) checkedNumber('toleranceSeconds', toleranceSeconds)
    const store = eventStore ?? createMemoryEventStore()
    const run = createWebhookRoute({ keys: webhookKeys, store, onEvent, onError, toleranceSeconds, now })
    routes.set('webhook', { method: 'POST', caller: 'service', run })
  }
  return routes
}

/**
 * The merchant's routes as one function from Request to Response: `GET manifest`, `POST intent`, `POST kyc`,
 * `POST webhook`. A page can buy only what `resolveIntent` accepts.
 * @throws ConfigurationError where `client` is missing; where `onEvent` has no `webhookKeys`, or one is not a signing key;
 * where an allowed origin is not an origin, or a number cannot be used.
 */
export const createHandler = (options: HandlerOptions): Handler => {
  const client = options?.client
  if (!client) throw new ConfigurationError('client must be what createClient made')
  const allowedOrigins = checkedOrigins(options.allowedOrigins ?? [])
  const base = `/${options.basePath ?? '/coinslot'}`.replace(/\/+/g, '/').replace(/\/$/, '')
  const reportError = (error: unknown): void => notify(options.onError ?? console.error, error)
  const routes = routesOf(options, reportError)
  const reportOrigin = createOriginReport(reportError)

  const run = async (request: Request, route: Route | undefined): Promise<Response> => {
    if (route === undefined)
      return respondError(
        404,
        `There is no such route of the handler's basePath '${base}', or not without resolveIntent, resolveKyc, onEvent`,
      )
    const isTrusted = route.caller === 'service' || isTrustedSource(request, allowedOrigins)
    if (!isTrusted) reportOrigin(request)
    if (request.method === 'OPTIONS' && route.caller !== 'service') return preflight(request, allowedOrigins)
    if (request.method !== route.method && !(request.method === 'HEAD' && route.method === 'GET')) {
      return respondError(405, `The method must be ${route.method}`, { allow: route.method })
    }
    if (route.caller === 'own-page' && !isTrusted) {
      return respondError(403, "This origin is not allowed: add yours to the handler's allowedOrigins")
    }
    try {
      return await route.run(request)
    } catch (error) {
      reportError(error)
      return error instanceof SyntaxError ? respondError(400, 'The body must be JSON') : failureResponse(error)
    }
  }

  const handle = async (request: Request): Promise<Response> => {
    // What is called with something else, such as a Lambda's event or a context of Hono, is mounted wrongly.
    if (!URL.canParse(request?.url)) {
      throw new ConfigurationError("The handler takes a web Request: pass your framework's, or use an adapter")
    }
    const { pathname } = new URL(request.url)
    const route = pathname.startsWith(`${base}/`)
      ? routes.get(pathname.slice(base.length + 1).replace(/^\/|\/$/g, ''))
      : undefined
    const response = await run(request, route)
    for (const [name, value] of Object.entries(corsHeaders(request, allowedOrigins))) response.headers.set(name, value)
    return response
  }
  return Object.assign(handle, { basePath: base })
}
