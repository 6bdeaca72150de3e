import { jwksSchema, operations } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { route } from '../http/route.ts'
import { clientOfCredentials } from './credentials.ts'

const refused = (): ApiError => new ApiError(401, 'The client id or the client secret is wrong')

/** @see service.md, "POST /auth/v1/oauth2/token"; decisions.md §2 */
export const authRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(
    app,
    deps,
    operations.issueToken,
    async ({ body }) => {
      const client = await clientOfCredentials(deps.clients, body.client_id, body.client_secret)
      if (client === null) throw refused()
      return { status: 201, data: await deps.tokens.issue(client) }
    },
    { invalid: () => new ApiError(401, 'Send client_id and client_secret as strings') },
  )

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = await deps.keys.all()
    reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8')
    return reply.send(JSON.stringify(jwksSchema.parse({ keys: keys.map(({ publicJwk }) => publicJwk) })))
  })
}
