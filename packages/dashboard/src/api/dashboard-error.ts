export type DashboardErrorCode = 'session_ended' | 'invalid' | 'refused' | 'not_found' | 'unreachable'

/** Why the service did not do what a page asked for; `message` is for the viewer. */
export class DashboardError extends Error {
  override readonly name = 'DashboardError'
  readonly code: DashboardErrorCode
  /** What it was answered with, if it was. */
  readonly status: number | undefined

  constructor(code: DashboardErrorCode, message: string, options: ErrorOptions & { readonly status?: number } = {}) {
    super(message, options)
    this.code = code
    this.status = options.status
  }
}

const CODES: Readonly<Record<number, DashboardErrorCode>> = { 400: 'invalid', 401: 'session_ended', 404: 'not_found' }

/** The service's own words; those of a mistake of its own ask for the request's id. */
const wordsOf = ({ status, headers }: Response, body: unknown): string | undefined => {
  const told = body as { error?: { message?: unknown } } | null
  const message = told?.error?.message
  if (typeof message !== 'string') return undefined
  const id = headers.get('x-request-id')
  return status === 500 && id !== null ? `${message} (${id})` : message
}

/** The failure that an answer tells of. */
export const errorOf = (response: Response, body: unknown): DashboardError => {
  const { status } = response
  return new DashboardError(CODES[status] ?? 'refused', wordsOf(response, body) ?? `The service answered ${status}`, {
    status,
  })
}

/** The failure of an action that an answer tells of: what stands before the service may not know how it ended. */
export const actionErrorOf = (response: Response, body: unknown): DashboardError => {
  const isKnown = response.status < 500 || wordsOf(response, body) !== undefined
  return isKnown ? errorOf(response, body) : endUnknown(`The service answered ${response.status}`)
}

export const unreachable = (cause?: unknown): DashboardError =>
  new DashboardError('unreachable', 'The service cannot be reached', { cause })

/** The failure of an action that was perhaps done: done twice, it would make two. */
const endUnknown = (said: string, cause?: unknown): DashboardError =>
  new DashboardError('unreachable', `${said}: look whether it was done before you do it again`, { cause })

export const unanswered = (cause?: unknown): DashboardError => endUnknown('The service did not answer', cause)
