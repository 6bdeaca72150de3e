import { LIMITS } from '@coinslot/contract'
import { DASHBOARD_PATH } from '@coinslot/contract/dashboard'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { bearerGuard } from '../auth/bearer.ts'
import { authRoutes } from '../auth/routes.ts'
import { checkoutRoutes } from '../checkout/routes.ts'
import { dashboardRoutes } from '../dashboard/routes.ts'
import type { ServiceDeps } from './deps.ts'
import { onAnswered } from '../http/answered.ts'
import { registerErrors, unreadableAnswerer } from '../http/errors.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { requireHostHeader } from '../http/host-header.ts'
import { registerJsonBody } from '../http/json-body.ts'
import { countAnswers, metricsRoute } from '../http/metrics.ts'
import { refuseMissingAddress } from '../http/missing-address.ts'
import type { Places } from '../http/missing-page.ts'
import { pathPrefixOf } from '../http/path-prefix.ts'
import { requestIdOf } from '../http/request-id.ts'
import { requestLog } from '../http/request-log.ts'
import { routeMaker } from '../http/route.ts'
import { registerSecurityHeaders } from '../http/security-headers.ts'
import { boundPipelines } from '../http/pipelined.ts'
import { registerTracing } from '../http/tracing.ts'
import { trustIn } from '../http/trusted-proxies.ts'
import { answerUnreadableAddress, ignoreExpectations, refuseNulInAddress } from '../http/unreadable-address.ts'
import { endOnlyUntakenAnswers } from '../http/untaken-answers.ts'
import { warnOfUntrustedProxy } from '../http/untrusted-proxy.ts'
import { endUnusedConnections } from '../http/unused-connections.ts'
import { boundWaitingAnswers } from '../http/waiting-answers.ts'
import { sandboxBankRoutes } from '../sandbox-bank/routes.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { kycRoutes } from '../kyc/routes.ts'
import { widgetRoutes } from '../widget/routes.ts'
import { paymentRoutes } from '../payments/routes.ts'
import { documentRoutes } from '../reference/routes.ts'

const REQUEST_TIMEOUT_MS = 20_000
/** A connection on which nothing moves for that long while some of an answer waits to be taken is ended. */
const STILL_TIMEOUT_MS = 60_000
/** A connection that has been told its last, and that its other side does not end, is ended after that long. */
const LINGER_MS = 60_000
/** How often requests under way are looked at for being over their time: what they may live longer. */
const TIMEOUT_CHECK_MS = 1_000
const MAX_PARAM_LENGTH = 200

/** In place of Fastify's own compilers, which are not even loaded: the contract's schemas check what routes take and give. */
const noCompiler = (): never => {
  throw new Error('A route has a schema for Fastify: give it to the operation in the contract')
}

export interface Patience {
  /** Time in which headers and body together have to arrive; default 20 seconds. */
  readonly requestTimeoutMs?: number | undefined
  /** Time for which a connection stays that has been told its last, where its other side does not end; default 60 seconds. */
  readonly lingerMs?: number | undefined
  /** What answers that wait to be taken hold at most; default 128 MiB. */
  readonly maxWaitingBytes?: number | undefined
}

/** An application without routes: what holds of every request, whichever port it comes to. */
const guardedApp = (
  deps: ServiceDeps,
  places: Places,
  { requestTimeoutMs = REQUEST_TIMEOUT_MS, lingerMs = LINGER_MS, maxWaitingBytes }: Patience,
): FastifyInstance => {
  const app = fastify({
    loggerInstance: deps.log,
    genReqId: (request) => requestIdOf(request.headers),
    logController: new LogController({ disableRequestLogging: true }),
    // No logger per request: the few lines about a request name its id.
    childLoggerFactory: (log) => log,
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    bodyLimit: LIMITS.requestBodyBytes,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      requireHostHeader: false,
    },
    connectionTimeout: STILL_TIMEOUT_MS,
    trustProxy: deps.config.trustedProxies.length > 0 && trustIn(deps.config.trustedProxies),
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: unreadableAnswerer(deps.log, lingerMs),
    frameworkErrors: answerUnreadableAddress,
  })
  registerErrors(app)
  boundPipelines(app)
  registerSecurityHeaders(app)
  requireHostHeader(app)
  refuseNulInAddress(app)
  refuseMissingAddress(app, places)
  ignoreExpectations(app)
  warnOfUntrustedProxy(app)
  registerJsonBody(app)
  registerTracing(app, deps.telemetry)
  endUnusedConnections(app)
  endOnlyUntakenAnswers(app)
  boundWaitingAnswers(app, maxWaitingBytes)
  return app
}

/** What is for operators and for those who write against the API. */
const operationsRoutes = (app: FastifyInstance, deps: ServiceDeps): void => {
  metricsRoute(app, deps)
  documentRoutes(app, deps)
}

const publicPlaces = ({ config: { baseUrl, operationsPort, dashboard } }: ServiceDeps): Places => {
  const prefix = pathPrefixOf(baseUrl)
  return {
    ...(operationsPort === null ? { reference: `${prefix}/docs` } : {}),
    ...(dashboard ? { dashboard: prefix + DASHBOARD_PATH } : {}),
  }
}

/** The whole HTTP application, which never listens by itself. */
export const buildApp = (deps: ServiceDeps, patience: Patience = {}): FastifyInstance => {
  const app = guardedApp(deps, publicPlaces(deps), patience)
  const guard = bearerGuard(app, deps)
  const route = routeMaker(guard)
  const observers = [countAnswers(deps.metrics), requestLog(deps.log)]
  const recording = deps.config.dashboard ? [deps.recorder.observe] : []
  // Once the last request has been answered.
  app.addHook('onClose', () => Promise.all([deps.recorder.close(), deps.openings.close()]))
  onAnswered(app, [...observers, ...recording], (request) => guard.callerOf(request)?.clientId)
  if (deps.config.operationsPort === null) operationsRoutes(app, deps)
  healthRoutes(app, deps)
  authRoutes(app, route, deps)
  widgetRoutes(app, route, deps)
  kycRoutes(app, route, deps)
  checkoutRoutes(app, deps)
  if (deps.config.mode === 'sandbox') sandboxBankRoutes(app, deps)
  paymentRoutes(app, route, deps)
  webhookRoutes(app, route, deps)
  if (deps.config.dashboard) dashboardRoutes(app, deps)
  return app
}

/** What is answered on the operations port, where there is one. @see decisions.md §9 */
export const buildOperationsApp = (deps: ServiceDeps): FastifyInstance => {
  const app = guardedApp(deps, { reference: '/docs' }, {})
  onAnswered(app, [requestLog(deps.log)], () => undefined)
  operationsRoutes(app, deps)
  healthRoutes(app, deps)
  return app
}
