import { CHECKOUT_PHONE, CHECKOUT_PREFIX } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { CheckoutDeps } from './deps.ts'
import { kycActions } from './kyc-actions.ts'
import { UploadBudget } from '../kyc/upload-budget.ts'
import { uploadAction } from './upload-action.ts'
import { paymentActions } from './payment-actions.ts'
import { logoRoute } from './logo-route.ts'
import { phoneActions, phoneRoutes } from './phone-routes.ts'
import { phoneSession } from './phone-session.ts'
import { pictureRoute } from './picture-route.ts'
import { type Authenticate, hostedSession, widgetSession } from './session.ts'
import { sessionActions } from './session-actions.ts'
import { type Bind, sessionBinder } from './session-binder.ts'
import { SessionLimits } from './session-limits.ts'
import { visitRoutes } from './visit-routes.ts'

/** Everything that a buyer's session does: in the widget, on the hosted page, and on the phone that gives documents. */
export const checkoutRoutes = (app: FastifyInstance, deps: CheckoutDeps): void => {
  app.decorateRequest('checkoutSession', null)
  const limits = new SessionLimits(deps.clock)
  const budget = new UploadBudget()
  const mount = (prefix: string, authenticate: Authenticate, actions: (bind: Bind) => void) =>
    void app.register(
      async (scope) => {
        actions(sessionBinder(scope, deps, { authenticate, limits }))
        uploadAction(scope, deps, { authenticate, limits }, budget)
      },
      { prefix },
    )
  const buyerActions = (bind: Bind) => {
    sessionActions(bind, deps)
    paymentActions(bind, deps)
    kycActions(bind, deps)
  }
  mount(CHECKOUT_PREFIX, widgetSession(deps), buyerActions)
  mount('/pay/:id', hostedSession(deps), buyerActions)
  mount(CHECKOUT_PHONE, phoneSession(deps), (bind) => phoneActions(bind, deps))
  phoneRoutes(app, deps)
  visitRoutes(app, deps)
  pictureRoute(app, deps)
  logoRoute(app, deps)
}
