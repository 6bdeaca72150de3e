import type { Answer } from './answer.ts'
import { type OperationId, operations, type ResponseData } from '@coinslot/contract'
import type { CallLimits } from './call-limits.ts'
import { checkedDuration, checkedFunction } from './checked.ts'
import type { CallOptions, ResolvedOptions } from './client-options.ts'
import { type CallInput, sendOperation, type OperationOutcome } from './send-operation.ts'
import { InvalidAnswerError, isCoinslotError } from './errors.ts'
import { issueToken } from './issue-token.ts'
import { readAnswer } from './read-answer.ts'
import { abortedError, requireSuccess, timeoutError } from './require-success.ts'
import { limitTime } from './time-limit.ts'
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

  /** Waits for a token that other calls wait for too, without ending that. */
  const tokenWithin = async (operation: OperationId, { endsAt, signal }: CallLimits): Promise<string> => {
    if (signal?.aborted) throw abortedError(signal, { operation })
    const token = tokens.get()
    if (typeof token === 'string') return token
    return new Promise((resolve, reject) => {
      const cancel = limitTime(endsAt - clock.now(), signal, (reason) =>
        reject(reason === 'stopped' ? abortedError(signal, { operation }) : timeoutError(baseUrl, { operation })),
      )
      token.then(resolve, reject).finally(cancel)
    })
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
    const { signal } = options
    const { method, path } = operations[id]
    const deadlineMs = checkedDuration('deadlineMs', options.deadlineMs ?? settings.deadlineMs)
    if (signal) checkedFunction('signal.addEventListener', signal.addEventListener)
    const limits = { signal, endsAt: clock.now() + deadlineMs }
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
