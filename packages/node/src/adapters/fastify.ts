import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Handler } from '../handler.ts'
import { toNodeListener } from './node-http.ts'

interface FastifyRequestLike {
  readonly raw: IncomingMessage
}

interface FastifyReplyLike {
  readonly raw: ServerResponse
  hijack(): unknown
}

/** The part of a Fastify instance that the plugin uses. */
export interface FastifyLike {
  removeAllContentTypeParsers(): unknown
  addContentTypeParser(
    type: string,
    parser: (request: never, payload: never, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown
  all(path: string, run: (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<void>): unknown
}

/** The handler as a Fastify plugin: `app.register(coinslotFastify(handler))`. Its routes take bodies as they come; the rest of the app keeps its parsers. */
export const coinslotFastify = (handler: Handler) => {
  const listen = toNodeListener(handler)
  return async (app: FastifyLike): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all(`${handler.basePath}/*`, async (request, reply) => {
      reply.hijack()
      await listen(request.raw, reply.raw)
    })
  }
}
