import type { FastifyInstance } from 'fastify'
import type { Readiness } from './readiness.ts'

/**
 * Whether the process lives, and whether it can do its work. While it drains, every answer also ends its connection, so that
 * callers who keep connections open go elsewhere.
 * @see decisions.md §9
 */
export const healthRoutes = (app: FastifyInstance, { readiness }: { readonly readiness: Readiness }): void => {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.isDraining) reply.header('connection', 'close')
    done()
  })
  const asHeadToo = { exposeHeadRoute: true }
  app.get('/healthz', asHeadToo, async () => ({ data: { status: 'ok' } }))
  app.get('/readyz', asHeadToo, async () => {
    await readiness.assert()
    return { data: { status: 'ready' } }
  })
}
