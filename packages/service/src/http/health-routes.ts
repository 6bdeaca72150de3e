import type { FastifyInstance } from 'fastify'

/**
 * Whether the process lives, and whether it can do its work.
 * @param assertReady fails where it cannot.
 * @see decisions.md §9
 */
export const healthRoutes = (app: FastifyInstance, assertReady: () => Promise<void>): void => {
  app.get('/healthz', async () => ({ data: { status: 'ok' } }))
  app.get('/readyz', async () => {
    await assertReady()
    return { data: { status: 'ready' } }
  })
}
