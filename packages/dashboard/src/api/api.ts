import {
  CSV_MORE_HEADER,
  DASHBOARD_API,
  DASHBOARD_TOKEN_HEADER,
  type DashboardOperationId,
  type DashboardRoute,
  dashboardRoutes,
} from '@coinslot/contract/dashboard'
import type { DashboardAnswer, DashboardSession } from '@coinslot/contract/dashboard-operations'
import { basePath } from '../base-path.ts'
import { isOfSameViewer, SESSION_REPLACED } from '../session.ts'
import { actionErrorOf, DashboardError, errorOf, unanswered, unreachable } from './dashboard-error.ts'

export type Values = Readonly<Record<string, string | undefined>>

export interface Request {
  /** What stands in the path. */
  readonly id?: string | undefined
  readonly query?: Values
  readonly body?: unknown
}

/** Where an operation is asked; `suffix` for its CSV or its live form. */
export const urlOf = (operation: DashboardOperationId, { id = '', query = {} }: Request = {}, suffix = ''): string => {
  const path = dashboardRoutes[operation].path.replace('{id}', encodeURIComponent(id))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') search.set(name, value)
  const asked = search.size === 0 ? '' : `?${search}`
  return `${basePath()}${DASHBOARD_API}${path}${suffix}${asked}`
}

let token = ''
/** Goes with every action from now on. */
export const useToken = (given: string): void => {
  token = given
}

const orUnreachable = <T>(work: Promise<T>, lost = unreachable): Promise<T> =>
  work.catch((error: unknown) => {
    throw lost(error)
  })

const bodyOf = (response: Response): Promise<unknown> => response.json().catch(() => null)

/** Longer than whatever the service does by itself. */
const PATIENCE_MS = 60_000
/** Of a list of 10,000 rows, which may wait for other files before it. */
const FILE_PATIENCE_MS = 300_000

const isAnswer = (body: unknown): body is { readonly data: unknown } =>
  typeof body === 'object' && body !== null && 'data' in body

/** Told on `window` when something has been done here: what is shown may be of before. */
export const ACTED = 'dashboard-acted'

const send = async (url: string, init: RequestInit): Promise<unknown> => {
  const isAction = init.method === 'POST'
  const lost = isAction ? unanswered : unreachable
  const response = await orUnreachable(fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) }), lost)
  const body = await bodyOf(response)
  if (!response.ok) throw (isAction ? actionErrorOf : errorOf)(response, body)
  if (!isAnswer(body)) throw lost()
  if (isAction) dispatchEvent(new Event(ACTED))
  return body.data
}

const look = (url: string): Promise<unknown> => send(url, { headers: { accept: 'application/json' } })

/** What is answered to whom the session does not let do something. */
const NOT_YOURS = [403, 404]

/** The session that another tab has signed in with since this page was told of its own. */
const newerSession = async (): Promise<DashboardSession | undefined> => {
  const now = await ask('readSession').catch(() => undefined)
  return now?.token === token ? undefined : now
}

/** What was refused has not been done: with the token of a newer session of the same viewer it is asked for again. */
const act = async (url: string, body: string): Promise<unknown> => {
  const post = () =>
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [DASHBOARD_TOKEN_HEADER]: token },
      body,
    })
  try {
    return await post()
  } catch (error) {
    const isNotYours = error instanceof DashboardError && NOT_YOURS.includes(error.status ?? 0)
    const now = isNotYours ? await newerSession() : undefined
    if (now === undefined) throw error
    if (!isOfSameViewer(now)) {
      dispatchEvent(new Event(SESSION_REPLACED))
      throw new DashboardError('session_ended', 'This browser has signed in as somebody else', { cause: error })
    }
    useToken(now.token)
    return post()
  }
}

export interface AskedFile {
  readonly file: Blob
  /** The service's. */
  readonly name: string
  /** The list goes on with rows that are not in it. */
  readonly hasMore: boolean
}

/**
 * Asks for the file of a list.
 * @throws {DashboardError} as `ask` does; `unreachable` also where it breaks off, or what came is no file.
 */
export const askFile = async (url: string): Promise<AskedFile> => {
  const response = await orUnreachable(fetch(url, { signal: AbortSignal.timeout(FILE_PATIENCE_MS) }))
  if (!response.ok) throw errorOf(response, await bodyOf(response))
  const [, name] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  // The page of a portal, say.
  if (name === undefined) throw unreachable()
  const hasMore = response.headers.get(CSV_MORE_HEADER) === 'true'
  return { file: await orUnreachable(response.blob()), name, hasMore }
}

/**
 * Asks for what an operation reads, or has it act.
 * @throws {DashboardError} `session_ended`, `not_found`, `invalid` or `refused` with the service's own words, or `unreachable`.
 */
export const ask = async <Id extends DashboardOperationId>(
  operation: Id,
  request: Request = {},
): Promise<DashboardAnswer<Id>> => {
  const { method }: DashboardRoute = dashboardRoutes[operation]
  const url = urlOf(operation, request)
  const answer = method === 'GET' ? look(url) : act(url, JSON.stringify(request.body ?? {}))
  return (await answer) as DashboardAnswer<Id>
}
