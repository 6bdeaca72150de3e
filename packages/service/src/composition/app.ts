import { LIMITS } from '@coinslot/contract'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import { authRoutes } from '../auth/routes.ts'
import { checkoutRoutes } from '../checkout/routes.ts'
import type { Deps } from '../deps.ts'
import { onAnswered } from '../http/answered.ts'
import { answerUnreadable, registerErrors } from '../http/errors.ts'
import { documentRoutes } from '../http/document-routes.ts'
import { healthRoutes } from '../http/health-routes.ts'
import { registerJsonBody } from '../http/json-body.ts'
import { countAnswers, metricsRoute } from '../http/metrics.ts'
import { requestIdOf } from '../http/request-id.ts'
import { requestLog } from '../http/request-log.ts'
import { registerSecurityHeaders } from '../http/security-headers.ts'
import { registerTracing } from '../http/tracing.ts'
import { webhookRoutes } from '../webhooks/routes.ts'
import { kycRoutes } from '../kyc/routes.ts'
import { widgetRoutes } from '../widget/routes.ts'
import { paymentRoutes } from '../payments/routes.ts'

const REQUEST_TIMEOUT_MS = 20_000
const MAX_PARAM_LENGTH = 200

/** The whole HTTP application, which never listens by itself. */
export const buildApp = (deps: Deps): FastifyInstance => {
  const app = fastify({
    loggerInstance: deps.log,
    genReqId: (request) => requestIdOf(request.headers),
    logController: new LogController({ disableRequestLogging: true }),
    // No logger a request: the few lines about one name its id.
    childLoggerFactory: (log) => log,
    bodyLimit: LIMITS.requestBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH, ignoreTrailingSlash: false },
    exposeHeadRoutes: false,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: answerUnreadable,
  })
  app.decorateRequest('principal', null)
  registerErrors(app)
  registerSecurityHeaders(app)
  registerJsonBody(app)
  registerTracing(app, deps.telemetry)
  onAnswered(app, [countAnswers(deps.metrics), requestLog(deps.log)])
  metricsRoute(app, deps)
  healthRoutes(app, deps)
  documentRoutes(app, deps)
  authRoutes(app, deps)
  widgetRoutes(app, deps)
  kycRoutes(app, deps)
  checkoutRoutes(app, deps)
  paymentRoutes(app, deps)
  webhookRoutes(app, deps)
  return app
}
