import { jwksSchema, operations, type Token, type TokenRequest } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { tooManyRequests } from '../http/rate-limit.ts'
import { route } from '../http/route.ts'
import { clientOfCredentials } from './credentials.ts'

const refused = (): ApiError => new ApiError(401, 'The client id or the client secret is wrong')
const TOO_MANY = 'Too many token requests have failed; wait before the next'

/** An address that keeps failing is not even read; a client's own right secret is never locked out by others' wrong ones. */
const issueToken = async (deps: Deps, { client_id, client_secret }: TokenRequest, address: string): Promise<Token> => {
  const { tokenFailuresByAddress, tokenFailuresByClient } = deps.limits
  const before = tokenFailuresByAddress.check(address)
  if (before.exceeded) throw tooManyRequests(before, TOO_MANY)
  const client = await clientOfCredentials(deps.clients, client_id, client_secret)
  if (client !== null) return deps.tokens.issue(client)
  const counted = [tokenFailuresByAddress.count(address), tokenFailuresByClient.count(client_id)]
  const exceeded = counted.find((allowance) => allowance.exceeded)
  throw exceeded === undefined ? refused() : tooManyRequests(exceeded, TOO_MANY)
}

/** @see service.md, "POST /auth/v1/oauth2/token"; decisions.md §2 */
export const authRoutes = (app: FastifyInstance, deps: Deps): void => {
  route(
    app,
    deps,
    operations.issueToken,
    async ({ body, raw }) => ({ status: 201, data: await issueToken(deps, body, raw.ip) }),
    { invalid: () => new ApiError(401, 'Send client_id and client_secret as strings') },
  )

  app.get('/.well-known/jwks.json', async (_request, reply) => {
    const keys = await deps.keys.all()
    reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8')
    return reply.send(JSON.stringify(jwksSchema.parse({ keys: keys.map(({ publicJwk }) => publicJwk) })))
  })
}
