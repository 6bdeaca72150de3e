import type { Answer } from './answer.ts'
import { type OperationId, operations, type ResponseData } from '@coinslot/contract'
import { type CallLimits, STOPPED, TIMEOUT, withLimits } from './call-limits.ts'
import { checkedDuration } from './checked.ts'
import type { CallOptions, ResolvedOptions } from './client-options.ts'
import { type CallInput, sendOperation, type OperationOutcome } from './send-operation.ts'
import { InvalidAnswerError, isCoinslotError } from './errors.ts'
import { issueToken } from './issue-token.ts'
import { readAnswer } from './read-answer.ts'
import { abortedError, requireSuccess, timeoutError } from './require-success.ts'
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

  const tokenWithin = async (id: OperationId, limits: CallLimits): Promise<string> => {
    if (limits.signal?.aborted) throw abortedError(limits.signal, { operation: id })
    const token = tokens.get()
    if (typeof token === 'string') return token
    const issued = await withLimits(token, limits, clock)
    if (issued === STOPPED) throw abortedError(limits.signal, { operation: id })
    if (issued === TIMEOUT) throw timeoutError(baseUrl, { operation: id })
    return issued
  }

  const authorised = async (
    id: OperationId,
    input: CallInput,
    options: CallOptions,
    limits: CallLimits,
    traceHeaders: Readonly<Record<string, string>>,
  ): Promise<OperationOutcome & { readonly token: string }> => {
    const sendWithToken = async () => {
      const token = await tokenWithin(id, limits)
      const headers = { ...traceHeaders, authorization: `Bearer ${token}` }
      return { ...(await sendOperation(settings, id, input, options, limits, headers)), token }
    }
    const first = await sendWithToken()
    if (first.outcome.kind !== 'answer' || first.outcome.status !== 401) return first
    tokens.reject(first.token)
    const second = await sendWithToken()
    return { ...second, attempts: first.attempts + second.attempts }
  }

  const conclude = (sent: OperationOutcome & { readonly token: string }): Answer<unknown> => {
    const { attempts, id, requestId, token } = sent
    const { header, status, text } = requireSuccess(sent, [clientSecret, token])
    const read = readAnswer(id, status, text)
    if (read === undefined) {
      throw new InvalidAnswerError('The answer does not fit the contract', {
        operation: id,
        status,
        requestId,
        attempts,
      })
    }
    const replayed = header('idempotent-replayed') === 'true'
    return { data: read.data, body: text, status, requestId, attempts, replayed }
  }

  const send = async (id: OperationId, input: CallInput, given?: CallOptions): Promise<Answer<unknown>> => {
    const options = given ?? {}
    const { method, path } = operations[id]
    const deadlineMs = checkedDuration('deadlineMs', options.deadlineMs ?? settings.deadlineMs)
    const limits = { signal: options.signal, endsAt: clock.now() + deadlineMs }
    const api =
      settings.telemetry === false
        ? undefined
        : ((settings.telemetry as TelemetryApi | undefined) ?? (await installedTelemetry()))
    return inSpan(api, VERSION, { method, path, serverAddress }, async (traceHeaders, report) => {
      try {
        const answer = conclude(await authorised(id, input, options, limits, traceHeaders))
        report({ status: answer.status, attempts: answer.attempts, errorCode: undefined })
        return answer
      } catch (error) {
        const known = isCoinslotError(error) ? error : undefined
        report({ status: known?.status, attempts: known?.attempts ?? 1, errorCode: known?.code ?? 'unknown' })
        throw error
      }
    })
  }
  return { send: send as Transport['send'] }
}
