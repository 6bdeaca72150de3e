import { type Operation, type OperationId, operations } from '@coinslot/contract'
import type { CallLimits } from './call-limits.ts'
import { checkedCount, checkedDuration } from './checked.ts'
import type { CallOptions, ResolvedOptions } from './client-options.ts'
import { fillPath } from './fill-path.ts'
import { invalidArgument } from './invalid-argument.ts'
import { type FinalOutcome, sendWithRetries } from './send-with-retries.ts'
import { dropTransferHeaders } from './transfer-headers.ts'
import { VERSION } from './version.ts'

/** The variable parts of a request. */
export interface CallInput {
  readonly params?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
}

/** What came of a call, and under which request id. */
export interface OperationOutcome extends FinalOutcome {
  readonly id: OperationId
  /** Where it was sent. */
  readonly baseUrl: string
  readonly requestId: string
  readonly limits: CallLimits
}

const queryString = (query: CallInput['query'] = {}): string => {
  const given = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value != null) given.set(key, String(value))
  return given.size === 0 ? '' : `?${given}`
}

/** A call's own headers, their names in lower case. @throws InvalidRequestError for one that HTTP does not take. */
const headersOf = (id: OperationId, given: CallOptions['headers'], requestId: string): Record<string, string> => {
  try {
    const headers = new Headers(Object.entries(given ?? {}).filter(([, value]) => value != null))
    headers.set('x-request-id', requestId)
    // A length that is not the body's own would have the next request on this connection read as its rest.
    dropTransferHeaders(headers)
    return Object.fromEntries(headers)
  } catch {
    throw invalidArgument(id, 'headers', 'must be valid HTTP')
  }
}

/** @throws InvalidRequestError for a cycle or a BigInt. */
const writeBody = (id: OperationId, body: unknown): string | undefined => {
  try {
    return JSON.stringify(body)
  } catch {
    throw invalidArgument(id, 'body', 'must be valid JSON')
  }
}

/** Sends one operation within its limits, with its retries. */
export const sendOperation = async (
  settings: ResolvedOptions,
  id: OperationId,
  input: CallInput,
  options: CallOptions,
  limits: CallLimits,
  ownHeaders: Readonly<Record<string, string>>,
): Promise<OperationOutcome> => {
  const operation: Operation = operations[id]
  const { baseUrl } = settings
  const sentId = options.requestId ?? crypto.randomUUID()
  const body = writeBody(id, input.body)
  const final = await sendWithRetries(settings, {
    id,
    operation,
    request: {
      baseUrl,
      path: fillPath(id, input.params) + queryString(input.query),
      method: operation.method,
      headers: {
        ...headersOf(id, options.headers, sentId),
        accept: 'application/json',
        'user-agent': `coinslot-node/${VERSION}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ownHeaders,
      },
      body,
    },
    requestId: sentId,
    retry: {
      ...settings.retry,
      maxRetries: checkedCount('maxRetries', options.maxRetries ?? settings.retry.maxRetries),
    },
    timeoutMs: checkedDuration('timeoutMs', options.timeoutMs ?? settings.timeoutMs),
    limits,
  })
  const { outcome } = final
  const answeredId = outcome.kind === 'answer' ? outcome.header('x-request-id') : null
  return { ...final, id, baseUrl, limits, requestId: answeredId ?? sentId }
}
