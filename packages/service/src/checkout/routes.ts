import { CHECKOUT_PREFIX } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { CheckoutDeps } from './deps.ts'
import { kycActions } from './kyc-actions.ts'
import { UploadBudget } from '../kyc/upload-budget.ts'
import { uploadAction } from './upload-action.ts'
import { paymentActions } from './payment-actions.ts'
import { logoRoute } from './logo-route.ts'
import { pictureRoute } from './picture-route.ts'
import { type Authenticate, hostedSession, widgetSession } from './session.ts'
import { sessionBinder } from './session-binder.ts'
import { SessionLimits } from './session-limits.ts'
import { visitRoutes } from './visit-routes.ts'

/** Everything that a buyer's session does: in the widget, and on the hosted page. */
export const checkoutRoutes = (app: FastifyInstance, deps: CheckoutDeps): void => {
  app.decorateRequest('checkoutSession', null)
  const limits = new SessionLimits(deps.clock)
  const budget = new UploadBudget()
  const mount = (prefix: string, authenticate: Authenticate) =>
    void app.register(
      async (scope) => {
        const bind = sessionBinder(scope, deps, { authenticate, limits })
        paymentActions(bind, deps)
        kycActions(bind, deps)
        uploadAction(scope, deps, { authenticate, limits }, budget)
      },
      { prefix },
    )
  mount(CHECKOUT_PREFIX, widgetSession(deps))
  mount('/pay/:id', hostedSession(deps))
  visitRoutes(app, deps)
  pictureRoute(app, deps)
  logoRoute(app, deps)
}
