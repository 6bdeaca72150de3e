export type DashboardErrorCode = 'session_ended' | 'refused' | 'not_found' | 'unreachable'

/** Why the service did not do what a page asked for; `message` is for the viewer. */
export class DashboardError extends Error {
  override readonly name = 'DashboardError'
  readonly code: DashboardErrorCode

  constructor(code: DashboardErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const codeOf = (status: number): DashboardErrorCode => {
  if (status === 401) return 'session_ended'
  return status === 404 ? 'not_found' : 'refused'
}

/** The failure that an answer tells of. */
export const errorOf = (status: number, body: unknown): DashboardError => {
  const told = body as { error?: { message?: unknown } } | null
  const message = told?.error?.message
  return new DashboardError(codeOf(status), typeof message === 'string' ? message : `The service answered ${status}`)
}

export const unreachable = (cause?: unknown): DashboardError =>
  new DashboardError('unreachable', 'The service cannot be reached', { cause })

/** The failure of an action whose answer did not come, as is told: done twice, it would make two. */
export const endUnknown = (cause: unknown): DashboardError =>
  new DashboardError('unreachable', 'The service did not answer: look whether it was done before you do it again', {
    cause,
  })
