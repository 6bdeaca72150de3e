import { readJson, valueAt } from './answer-json.ts'
import type { ResolvedOptions } from './client-options.ts'
import { sendOperation } from './send-operation.ts'
import { InvalidAnswerError } from './errors.ts'
import { requireSuccess } from './require-success.ts'
import type { IssuedToken } from './token-cache.ts'

/** Where an answer does not say how long its token lives. */
const FALLBACK_SECONDS = 300

/**
 * Reads a token answer of our service or of the hosted one: with or without the `data` envelope, `access_token` or
 * `access`, `expires_in` as a number or as a text, or absent. Undefined where there is no token.
 */
const readToken = (text: string): IssuedToken | undefined => {
  const body = readJson(text)
  const holder = valueAt(body, ['data']) ?? body
  const value = valueAt(holder, ['access_token']) ?? valueAt(holder, ['access'])
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) return undefined
  const seconds = Number(valueAt(holder, ['expires_in']))
  return { value, expiresInSeconds: seconds > 0 ? seconds : FALLBACK_SECONDS }
}

/** Exchanges the credentials for a token. @throws AuthenticationError where they are refused. */
export const issueToken = async (settings: ResolvedOptions): Promise<IssuedToken> => {
  const { clientId, clientSecret, clock, deadlineMs } = settings
  const body = { client_id: clientId, client_secret: clientSecret }
  const limits = { signal: undefined, endsAt: clock.now() + deadlineMs }
  const sent = await sendOperation(settings, 'issueToken', { body }, {}, limits, {})
  const { status, text } = requireSuccess(sent, [clientSecret])
  const token = readToken(text)
  if (token !== undefined) return token
  const { attempts, requestId } = sent
  throw new InvalidAnswerError('The answer holds no token; check baseUrl', {
    operation: 'issueToken',
    status,
    attempts,
    requestId,
  })
}
