import { LIMITS, type CheckoutProblem } from '@coinslot/contract'
import { assertOk } from '../platform/assert-ok.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { Executor } from '../db/database.ts'
import { messageWithCode } from '../db/error-code.ts'
import { type KycDeps, kycServicesOf } from './deps.ts'
import { type CodeKey, countDestinations, findCode, writeCode, writeFate } from './code-store.ts'
import { type CodeTarget, countSent } from './code-limits.ts'
import { codeExpiry, type CodeFate, isRepeated, mayResend, SEND_TIMEOUT_MS } from './code-rules.ts'
import { destinationKey } from './destination-rules.ts'
import { randomCode } from './one-time-code.ts'
import { withoutQuotes } from './without-quotes.ts'

/** A code to be handed over once it has been written down. */
export interface OutgoingCode {
  readonly key: CodeKey
  /** Which one it is of those for this destination. */
  readonly sent: number
  readonly destination: string
  readonly code: string
  /** Of the customer, as BCP 47 has it; null where it is not known. */
  readonly language: string | null
}

interface CodeRequest {
  readonly sessionId: string
  readonly target: CodeTarget
  readonly language: string | null
  /** Whether this may be the request before once more, as by a double click: then no second code is sent. */
  readonly mayBeRepeated: boolean
}

export const codeKey = (
  { secrets }: Pick<KycDeps, 'secrets'>,
  sessionId: string,
  { channel, destination }: Pick<CodeTarget, 'channel' | 'destination'>,
): CodeKey => ({
  sessionId,
  channel,
  destinationHash: secrets.hash(`kyc-destination:${sessionId}:${channel}:${destinationKey(channel, destination)}`),
})

/** Of a code and of the very address it went to: another one is not verified by it, though it share the mailbox's key. */
export const codeHash = (
  { secrets }: Pick<KycDeps, 'secrets'>,
  sessionId: string,
  { channel, destination }: Pick<CodeTarget, 'channel' | 'destination'>,
  code: string,
): Buffer => secrets.hash(`kyc-code:${sessionId}:${channel}:${destination}:${code}`)

/**
 * Writes down a new code for an address or number. At most LIMITS.codesSent codes go to one mailbox or number in a
 * session, beside those of which the sender said that it failed, and codes to at most LIMITS.codesSent of these; all
 * sessions together are limited by hour and day, whatever became of the codes.
 */
export const issueCode = async (
  deps: KycDeps,
  transaction: Executor,
  { sessionId, target, language, mayBeRepeated }: CodeRequest,
): Promise<{ problem: CheckoutProblem } | { outgoing: OutgoingCode | null }> => {
  const now = deps.clock.now()
  const { channel, destination } = target
  const key = codeKey(deps, sessionId, target)
  const before = await findCode(transaction, key)
  if (mayBeRepeated && isRepeated(before, now)) return { outgoing: null }
  const isWithinSession = before ? mayResend(before) : (await countDestinations(transaction, key)) < LIMITS.codesSent
  if (!isWithinSession) return { problem: 'code_limit' }
  if (!(await countSent(deps, transaction, target))) return { problem: 'code_later' }
  const code = (kycServicesOf(deps).makeCode ?? randomCode)(channel)
  const sent = (before?.sent ?? 0) + 1
  await writeCode(transaction, key, {
    codeHash: codeHash(deps, sessionId, target, code),
    expiresAt: codeExpiry(now),
    sent,
    sentAt: now,
  })
  return { outgoing: { key, sent, destination, code, language } }
}

const saidBy = (error: unknown): string => {
  if (!(error instanceof Error)) return `what was thrown is no error but of type ${typeof error}`
  return messageWithCode(error)
}

/** Says who failed without what senders quote of the destination and the code: the message is logged. */
class CodeNotSentError extends Error {
  override readonly name = 'CodeNotSentError'
  readonly code = 'code_not_sent'

  constructor({ key: { channel }, code, destination }: OutgoingCode, cause: unknown) {
    super(`A code could not be sent by ${channel} (${withoutQuotes(saidBy(cause), [code, destination])})`)
  }
}

const handOver = async (deps: KycDeps, outgoing: OutgoingCode): Promise<CodeFate> => {
  const { key, destination, code, language } = outgoing
  let isTimedOut = false
  try {
    const { sender } = kycServicesOf(deps)
    const answer: unknown = await withTimeout(SEND_TIMEOUT_MS, (signal) => {
      // Before the sender listens, which may fail as it is told.
      signal.addEventListener('abort', () => (isTimedOut = true), { once: true })
      return sender.send(key.channel, destination, code, signal, language)
    })
    assertOk('The sender’s send', answer)
    return 'sent'
  } catch (error) {
    deps.log.error(
      { err: new CodeNotSentError(outgoing, error), kycSessionId: key.sessionId },
      'a code could not be sent; its customer can ask for another one',
    )
    return isTimedOut ? 'timed_out' : 'failed'
  }
}

/** Hands a code over, and notes whether that went well: the customer is told by the view of their session. */
export const sendCode = async (deps: KycDeps, outgoing: OutgoingCode): Promise<void> => {
  const { key, sent } = outgoing
  const fate = await handOver(deps, outgoing)
  deps.codeMetrics.codes.inc({ channel: key.channel, outcome: fate === 'sent' ? 'sent' : 'failed' })
  await writeFate(deps.db, key, { sent, fate, at: deps.clock.now() })
}
