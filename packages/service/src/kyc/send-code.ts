import { LIMITS, type CheckoutProblem } from '@coinslot/contract'
import { MASKED, maskContacts } from '../platform/mask-rules.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import type { Executor } from '../db/database.ts'
import { messageWithCode } from '../db/error-code.ts'
import type { KycDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { type CodeKey, countDestinations, findCode, type StoredCode, writeCode } from './code-store.ts'
import { type CodeTarget, countSent } from './code-limits.ts'
import { type CodeChannel, codeExpiry, mayResend } from './code-rules.ts'
import { destinationKey } from './destination-rules.ts'
import { randomCode } from './one-time-code.ts'
import { kycServicesOf } from './deps.ts'

const SEND_TIMEOUT_MS = 10_000
/** A request that is repeated this soon has been answered already. */
const REPEATED_WITHIN_MS = 5_000

/** A code to be handed over once it has been written down. */
export interface OutgoingCode {
  readonly channel: CodeChannel
  readonly destination: string
  readonly code: string
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

const isRepeated = (sent: StoredCode | null, now: Date): boolean =>
  sent !== null && sent.attempts === 0 && now.getTime() - sent.sentAt.getTime() < REPEATED_WITHIN_MS

/**
 * Writes down a new code for an address or number. At most LIMITS.codesSent codes go to one mailbox or number in a
 * session, which sends codes to at most LIMITS.codesSent of these; all sessions together are limited by hour and day.
 * @param isResend whether the customer asks for another; otherwise a request that is repeated sends none.
 */
export const issueCode = async (
  deps: KycDeps,
  transaction: Executor,
  { sessionId, target, isResend }: { sessionId: string; target: CodeTarget; isResend: boolean },
): Promise<{ problem: CheckoutProblem } | { outgoing: OutgoingCode | null }> => {
  const now = deps.clock.now()
  const { channel, destination } = target
  const key = codeKey(deps, sessionId, target)
  const before = await findCode(transaction, key)
  if (!isResend && isRepeated(before, now)) return { outgoing: null }
  const isNewDestination = before === null
  if (isNewDestination && (await countDestinations(transaction, key)) >= LIMITS.codesSent) {
    return { problem: 'code_limit' }
  }
  const sent = before?.sent ?? 0
  if (!mayResend(sent)) return { problem: 'code_limit' }
  if (!(await countSent(deps, transaction, target))) return { problem: 'code_later' }
  const code = (kycServicesOf(deps).makeCode ?? randomCode)(channel)
  await writeCode(transaction, key, {
    codeHash: codeHash(deps, sessionId, target, code),
    expiresAt: codeExpiry(now),
    sent: sent + 1,
    sentAt: now,
  })
  return { outgoing: { channel, destination, code } }
}

const saidBy = (error: unknown): string => {
  if (!(error instanceof Error)) return `what was thrown is no error but of type ${typeof error}`
  return messageWithCode(error)
}

/** Says who failed without what senders quote of the destination and the code: the message is logged. */
class CodeNotSentError extends Error {
  override readonly name = 'CodeNotSentError'
  readonly code = 'code_not_sent'

  constructor({ channel, code }: OutgoingCode, cause: unknown) {
    super(`A code could not be sent by ${channel} (${maskContacts(saidBy(cause).replaceAll(code, MASKED))})`)
  }
}

/** @throws {ApiError} 503 when the code could not be handed over; asking for another one mends it. */
export const sendCode = async (deps: KycDeps, outgoing: OutgoingCode): Promise<void> => {
  const { channel, destination, code } = outgoing
  try {
    const { sender } = kycServicesOf(deps)
    await withTimeout(SEND_TIMEOUT_MS, (signal) => sender.send(channel, destination, code, signal))
  } catch (error) {
    const cause = new CodeNotSentError(outgoing, error)
    throw new ApiError(503, 'The code could not be sent; ask for another one', { cause })
  }
}
