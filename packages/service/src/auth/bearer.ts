import type { Permission } from '@coinslot/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { ApiError } from '../http/api-error.ts'
import { rateLimitHeaders, tooManyRequests } from '../http/rate-limit.ts'
import type { Principal } from './principal.ts'
import { refusalOf } from './rules.ts'

const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

const unauthorized = (): ApiError =>
  new ApiError(401, 'Send a valid access token as `Authorization: Bearer …`; get one from /auth/v1/oauth2/token', {
    headers: { 'www-authenticate': 'Bearer' },
  })

/** @throws {ApiError} 401 without a valid token of an active client. */
export const authenticate = async (deps: Deps, authorization: string | undefined): Promise<Principal> => {
  const token = BEARER.exec(authorization ?? '')?.[1]
  const claims = token === undefined ? null : await deps.tokens.check(token)
  if (claims === null) throw unauthorized()
  const client = deps.clients.peek(claims.clientId) ?? (await deps.clients.get(claims.clientId))
  if (client === null || client.disabled || client.merchantId !== claims.merchantId) throw unauthorized()
  const permissions = claims.permissions.filter((permission) => client.permissions.includes(permission))
  return { merchantId: client.merchantId, clientId: client.id, permissions, client }
}

const countRequest = async (deps: Deps, clientId: string, reply: FastifyReply): Promise<void> => {
  const allowance = await deps.limits.requests.count(clientId)
  if (allowance.exceeded) throw tooManyRequests(allowance, 'This client has made too many requests; slow down')
  reply.headers(rateLimitHeaders(allowance))
}

/** A hook that lets only clients in whose token allows the operation, and so many of their requests a minute. */
export const requireBearer =
  (deps: Deps, permission: Permission | 'any') =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const principal = await authenticate(deps, request.headers.authorization)
    request.principal = principal
    await countRequest(deps, principal.clientId, reply)
    const refusal = refusalOf(permission, principal.client, principal.permissions)
    if (refusal !== null) throw new ApiError(refusal.status, refusal.message)
  }
