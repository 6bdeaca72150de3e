import { jwksSchema, operations, type Token, type TokenRequest } from '@coinslot/contract'
import type { FastifyInstance } from 'fastify'
import { onFailingStrangersBehalf } from '../db/behalf.ts'
import { addressKey } from '../http/address-key.ts'
import type { AuthDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { tooManyRequests } from '../http/rate-limit.ts'
import type { BindMerchantRoute } from './bearer.ts'
import { clientOfCredentials } from './credentials.ts'

const refused = (): ApiError => new ApiError(401, 'The client id or the client secret is wrong')
const TOO_MANY = 'Too many token requests have failed; wait before the next'

/** A right secret always passes, whatever others have sent from the same address or for the same client. */
const issueToken = async (
  deps: AuthDeps,
  { client_id, client_secret }: TokenRequest,
  address: string,
): Promise<Token> => {
  const { tokenFailuresByAddress, tokenFailuresByClient } = deps.limits
  const sender = addressKey(address)
  const find = () => clientOfCredentials(deps, client_id, client_secret)
  const client = await (tokenFailuresByAddress.isUsedUp(sender) ? onFailingStrangersBehalf(find) : find())
  if (client !== null) return deps.tokens.issue(client)
  const counted = [tokenFailuresByAddress.count(sender), tokenFailuresByClient.count(client_id)]
  const [longest] = counted.filter(({ exceeded }) => exceeded).toSorted((a, b) => b.resetSeconds - a.resetSeconds)
  throw longest === undefined ? refused() : tooManyRequests(longest, TOO_MANY)
}

/** @see service.md, "POST /auth/v1/oauth2/token"; decisions.md §2 */
export const authRoutes = (app: FastifyInstance, route: BindMerchantRoute, deps: AuthDeps): void => {
  route(
    app,
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
