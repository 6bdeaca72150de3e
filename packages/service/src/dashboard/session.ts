import { DASHBOARD_TOKEN_HEADER } from '@coinslot/contract/dashboard'
import type { FastifyRequest } from 'fastify'
import { onStrangersBehalf } from '../db/behalf.ts'
import { ApiError } from '../http/api-error.ts'
import { readCookie } from '../http/cookies.ts'
import { isSameOrigin } from '../http/same-origin.ts'
import type { Platform } from '../platform/platform.ts'
import { isSameSecret, sha256 } from '../platform/secrets.ts'
import type { DashboardDeps } from './deps.ts'
import { DASHBOARD_COOKIE } from './session-cookie.ts'
import { type Scope, scopeOf } from './session-rules.ts'
import { findSession } from './session-store.ts'

/** Whoever looks at the dashboard. */
export interface DashboardSession {
  readonly scope: Scope
  readonly tokenHash: Buffer
  /** Names it in the audit log; nothing can be done with it. */
  readonly name: string
  /** What every action has to bring. */
  readonly actionToken: string
  readonly expiresAt: Date
}

type SessionDeps = Pick<DashboardDeps, 'db' | 'secrets' | 'clock' | 'sessionReads'>

const NAME_CHARACTERS = 12

/** @returns null without a session that lives. */
export const readSession = async (
  { db, secrets, clock, sessionReads }: SessionDeps,
  request: FastifyRequest,
): Promise<DashboardSession | null> => {
  const token = readCookie(request.headers.cookie, DASHBOARD_COOKIE)
  if (token === null || token === '') return null
  const tokenHash = sha256(token)
  const hex = tokenHash.toString('hex')
  const find = () => onStrangersBehalf(() => findSession(db, tokenHash, clock.now()))
  const stored = await sessionReads.get(hex, find)
  if (stored === null) return null
  return {
    scope: scopeOf(stored.merchantId),
    tokenHash,
    name: hex.slice(0, NAME_CHARACTERS),
    actionToken: secrets.hash(`actions of dashboard session ${hex}`).toString('base64url'),
    expiresAt: stored.expiresAt,
  }
}

/** @throws {ApiError} 401 without a session that lives. */
export const requireSession = async (deps: SessionDeps, request: FastifyRequest): Promise<DashboardSession> => {
  const session = await readSession(deps, request)
  if (session === null) throw new ApiError(401, 'Your session has ended; get a link with `coinslot-service dashboard`')
  return session
}

/** @throws {ApiError} 403 for an action that the pages themselves have not asked for. */
export const assertOwnAction = (
  { config }: Platform,
  request: FastifyRequest,
  { actionToken }: DashboardSession,
): void => {
  const given = String(request.headers[DASHBOARD_TOKEN_HEADER] ?? '')
  const isGenuine = isSameSecret(Buffer.from(given), Buffer.from(actionToken))
  if (!isGenuine || !isSameOrigin(request.headers, config.baseUrl)) {
    throw new ApiError(403, 'This action does not come from the dashboard; load its page again')
  }
}
