import type { Permission } from '@coinslot/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { AuthDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { rateLimitHeaders, tooManyRequests } from '../http/rate-limit.ts'
import type { BindRoute, Guard } from '../http/route.ts'
import type { AccessClaims } from './access-tokens.ts'
import type { ClientRecord } from './client-store.ts'
import type { Principal } from './principal.ts'
import { refusalOf } from './permission-rules.ts'

const BEARER = /^Bearer +([\w.-]+)$/i

const unauthorized = (): ApiError =>
  new ApiError(401, 'Send a valid access token as `Authorization: Bearer …`; get one from /auth/v1/oauth2/token', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** @throws {ApiError} 401 for a client that is not valid, or whose token has been revoked. */
const principalOf = (claims: AccessClaims, client: ClientRecord | null): Principal => {
  if (client === null || client.disabled) throw unauthorized()
  if (client.merchantId !== claims.merchantId || client.tokenGeneration !== claims.generation) throw unauthorized()
  const permissions = claims.permissions.filter((permission) => client.permissions.includes(permission))
  return { merchantId: client.merchantId, clientId: client.id, permissions, client }
}

const tokenOf = ({ headers }: FastifyRequest): string => {
  const token = BEARER.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) throw unauthorized()
  return token
}

/** Whether a token was made of a client as it is by now, and not as it is remembered: another process has revoked those before. */
const isAhead = ({ generation }: AccessClaims, client: ClientRecord | null): boolean =>
  client !== null && generation > client.tokenGeneration

/** Who asks, where token and client were read lately, as for most requests; else `undefined`. */
const knownPrincipal = ({ tokens, clients }: AuthDeps, token: string): Principal | undefined => {
  const claims = tokens.peek(token)
  if (claims === undefined) return undefined
  const client = clients.peek(claims.clientId)
  return client === undefined || isAhead(claims, client) ? undefined : principalOf(claims, client)
}

const readPrincipal = async ({ tokens, clients }: AuthDeps, token: string): Promise<Principal> => {
  const claims = await tokens.check(token)
  if (claims === null) throw unauthorized()
  const client = await clients.get(claims.clientId)
  return principalOf(claims, isAhead(claims, client) ? await clients.read(claims.clientId) : client)
}

const countRequest = (deps: AuthDeps, clientId: string, reply: FastifyReply): void => {
  const allowance = deps.limits.requests.count(clientId)
  if (allowance.exceeded)
    throw tooManyRequests(
      allowance,
      'This client has made too many requests; wait for as many seconds as retry-after says',
    )
  reply.headers(rateLimitHeaders(allowance))
}

/**
 * A hook that lets in only clients whose token allows the operation, as long as they keep to their limit of requests per
 * minute; others get 401, 403, 404 or 429. It answers with a promise only where something has to be read first.
 */
const requireBearer = (deps: AuthDeps, permission: Permission | 'any'): onRequestHookHandler => {
  const admit = (request: FastifyRequest, reply: FastifyReply, principal: Principal): void => {
    request.principal = principal
    countRequest(deps, principal.clientId, reply)
    const refusal = refusalOf(permission, principal.client, principal.permissions)
    if (refusal !== null) throw new ApiError(refusal.status, refusal.message)
  }
  return (request, reply, done) => {
    let failure: Error | undefined
    try {
      const token = tokenOf(request)
      const known = knownPrincipal(deps, token)
      if (known === undefined) return readPrincipal(deps, token).then((read) => admit(request, reply, read))
      admit(request, reply, known)
    } catch (error) {
      failure = error as Error
    }
    done(failure)
  }
}

/** Binds operations that merchants' clients call. */
export type BindMerchantRoute = BindRoute<Principal>

/** Lets merchants' clients use the operations that their access tokens allow. */
export const bearerGuard = (app: FastifyInstance, deps: AuthDeps): Guard<Principal> => {
  app.decorateRequest('principal', null)
  return { admit: (permission) => requireBearer(deps, permission), callerOf: ({ principal }) => principal }
}
