import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { assertReady } from '../webhooks/queue-store.ts'

/** @see decisions.md §9 */
export const healthRoutes = (app: FastifyInstance, deps: Deps): void => {
  app.get('/healthz', async () => ({ data: { status: 'ok' } }))
  app.get('/readyz', async () => {
    await assertReady(deps.db)
    return { data: { status: 'ready' } }
  })
}
