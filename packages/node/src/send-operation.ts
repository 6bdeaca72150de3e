import { type Operation, type OperationId, operations } from '@coinslot/contract'
import type { CallLimits } from './call-limits.ts'
import { type CallOptions, checkedDuration, type ResolvedOptions } from './client-options.ts'
import { exchange, type Exchanged } from './send-with-retries.ts'
import { VERSION } from './version.ts'

/** The variable parts of a request. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
}

/** What came of a call, and under which request id. */
export interface Dispatched extends Exchanged {
  readonly id: OperationId
  /** Where it was sent. */
  readonly baseUrl: string
  readonly requestId: string
  readonly limits: CallLimits
}

const fillPath = (template: string, params: Readonly<Record<string, string>> = {}): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const queryString = (query: CallInput['query'] = {}): string => {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) given.set(key, String(value))
  return given.size === 0 ? '' : `?${given}`
}

/** Sends one operation within its limits, with its retries. */
export const dispatch = async (
  settings: ResolvedOptions,
  id: OperationId,
  input: CallInput,
  options: CallOptions,
  limits: CallLimits,
  ownHeaders: Readonly<Record<string, string>>,
): Promise<Dispatched> => {
  const operation: Operation = operations[id]
  const { baseUrl } = settings
  const sentId = options.requestId ?? crypto.randomUUID()
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(options.headers ?? {})) headers[name.toLowerCase()] = value
  Object.assign(headers, {
    accept: 'application/json',
    'user-agent': `coinslot-node/${VERSION}`,
    'x-request-id': sentId,
  })
  if (body !== undefined) headers['content-type'] = 'application/json'
  Object.assign(headers, ownHeaders)

  const exchanged = await exchange(settings, {
    id,
    operation,
    request: {
      baseUrl,
      path: fillPath(operation.path, input.params) + queryString(input.query),
      method: operation.method,
      headers,
      body,
    },
    requestId: sentId,
    retry: { ...settings.retry, maxRetries: options.maxRetries ?? settings.retry.maxRetries },
    timeoutMs: checkedDuration('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    limits,
  })
  const { outcome } = exchanged
  const answeredId = outcome.kind === 'answer' ? outcome.header('x-request-id') : null
  return { ...exchanged, id, baseUrl, limits, requestId: answeredId ?? sentId }
}
