import type { Answer } from './answer.ts'
import { type OperationId, operations, type ResponseData } from '@coinslot/contract'
import { type CallScope, openCallScope } from './call-scope.ts'
import { type CallOptions, checkedDuration, type ResolvedOptions } from './client-options.ts'
import { type CallInput, dispatch, type Dispatched } from './dispatch.ts'
import { InvalidAnswerError, isCoinslotError } from './errors.ts'
import { issueToken } from './issue-token.ts'
import { readAnswer } from './read-answer.ts'
import { errorOfScope, requireSuccess } from './require-success.ts'
import { installedTelemetry, inSpan, type TelemetryApi } from './telemetry.ts'
import { createTokenCache } from './token-cache.ts'
import { VERSION } from './version.ts'

/** Sends operations of the contract. */
export interface Transport {
  send<Id extends OperationId>(id: Id, input: CallInput, options?: CallOptions): Promise<Answer<ResponseData<Id>>>
}

/** The token, the deadline, tracing and errors around every operation. */
export const createTransport = (settings: ResolvedOptions): Transport => {
  const { baseUrl, clientSecret, clock } = settings
  const serverAddress = new URL(baseUrl).hostname
  const tokens = createTokenCache(() => issueToken(settings), clock)

  const tokenWithin = async (id: OperationId, scope: CallScope): Promise<string> => {
    try {
      return await tokens.get(scope.signal)
    } catch (error) {
      throw isCoinslotError(error) && !scope.signal.aborted ? error : errorOfScope(scope, { operation: id })
    }
  }

  const authorised = async (
    id: OperationId,
    input: CallInput,
    options: CallOptions,
    scope: CallScope,
    traceHeaders: Readonly<Record<string, string>>,
  ): Promise<Dispatched & { readonly token: string }> => {
    const attempt = async () => {
      const token = await tokenWithin(id, scope)
      const headers = { ...traceHeaders, authorization: `Bearer ${token}` }
      return { ...(await dispatch(settings, id, input, options, scope, headers)), token }
    }
    const first = await attempt()
    if (first.outcome.kind !== 'answer' || first.outcome.status !== 401) return first
    tokens.reject(first.token)
    const second = await attempt()
    return { ...second, attempts: first.attempts + second.attempts }
  }

  const conclude = (dispatched: Dispatched & { readonly token: string }): Answer<unknown> => {
    const { attempts, id, requestId, token } = dispatched
    const { headers, status, text } = requireSuccess(dispatched, [clientSecret, token])
    const read = readAnswer(id, status, text)
    if (read === undefined) {
      throw new InvalidAnswerError('The answer does not fit the contract', {
        operation: id,
        status,
        requestId,
        attempts,
      })
    }
    const replayed = headers.get('idempotent-replayed') === 'true'
    return { data: read.data, body: text, status, requestId, attempts, replayed }
  }

  const send = async (id: OperationId, input: CallInput, options: CallOptions = {}): Promise<Answer<unknown>> => {
    const { method, path } = operations[id]
    const scope = openCallScope(
      checkedDuration('deadlineMs', options.deadlineMs ?? settings.deadlineMs),
      options.signal,
    )
    const api =
      settings.telemetry === false
        ? undefined
        : ((settings.telemetry as TelemetryApi | undefined) ?? (await installedTelemetry()))
    try {
      return await inSpan(api, VERSION, { method, path, serverAddress }, async (traceHeaders, report) => {
        try {
          const answer = conclude(await authorised(id, input, options, scope, traceHeaders))
          report({ status: answer.status, attempts: answer.attempts, errorCode: undefined })
          return answer
        } catch (error) {
          const known = isCoinslotError(error) ? error : undefined
          report({ status: known?.status, attempts: known?.attempts ?? 1, errorCode: known?.code ?? 'unknown' })
          throw error
        }
      })
    } finally {
      scope.close()
    }
  }
  return { send: send as Transport['send'] }
}
