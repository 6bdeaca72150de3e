import type { FastifyInstance } from 'fastify'
import { webhookSender } from '../webhooks/sender.ts'
import { DashboardBinder } from './bind-dashboard.ts'
import type { DashboardDeps } from './deps.ts'
import { identityRoutes } from './identity-routes.ts'
import { operatorRoutes } from './operator-routes.ts'
import { overviewRoutes } from './overview-routes.ts'
import { pageRoutes } from './page-routes.ts'
import { paymentRoutes } from './payment-routes.ts'
import { requestRoutes } from './request-routes.ts'
import { sandboxRoutes } from './sandbox-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { settingsRoutes } from './settings-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** The dashboard: its pages, and everything they ask for. @see decisions.md §11 */
export const dashboardRoutes = (app: FastifyInstance, deps: DashboardDeps): void => {
  const sender = webhookSender(deps.config)
  app.addHook('onClose', async () => sender.close())
  const bind = new DashboardBinder(app, deps)
  pageRoutes(app, deps)
  sessionRoutes(bind, deps)
  overviewRoutes(bind, deps)
  paymentRoutes(bind, deps)
  webhookRoutes(bind, deps, sender)
  requestRoutes(bind, deps)
  identityRoutes(bind, deps)
  settingsRoutes(bind, deps)
  operatorRoutes(bind, deps)
  sandboxRoutes(bind, app, deps)
}
