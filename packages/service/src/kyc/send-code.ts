import { LIMITS, type CheckoutProblem } from '@coinslot/contract'
import { withTimeout } from '../platform/with-timeout.ts'
import type { Executor } from '../db/database.ts'
import type { KycDeps } from './deps.ts'
import { ApiError } from '../http/api-error.ts'
import { type CodeKey, countDestinations, findCode, type StoredCode, writeCode } from './code-store.ts'
import { type CodeChannel, codeExpiry, mayResend } from './code-rules.ts'
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
  channel: CodeChannel,
  destination: string,
): CodeKey => ({
  sessionId,
  channel,
  destinationHash: secrets.hash(`kyc-destination:${sessionId}:${channel}:${destination}`),
})

export const codeHash = (
  { secrets }: Pick<KycDeps, 'secrets'>,
  { sessionId, channel }: Pick<CodeKey, 'sessionId' | 'channel'>,
  code: string,
): Buffer => secrets.hash(`kyc-code:${sessionId}:${channel}:${code}`)

const isRepeated = (sent: StoredCode | null, now: Date): boolean =>
  sent !== null && sent.attempts === 0 && now.getTime() - sent.sentAt.getTime() < REPEATED_WITHIN_MS

/**
 * Writes down a new code for an address or number. At most LIMITS.codesSent codes go to one address or number, and a
 * session sends codes to at most LIMITS.codesSent of these.
 * @param isResend whether the customer asks for another; otherwise a request that is repeated sends none.
 */
export const issueCode = async (
  deps: KycDeps,
  transaction: Executor,
  {
    sessionId,
    channel,
    destination,
    isResend,
  }: { sessionId: string; channel: CodeChannel; destination: string; isResend: boolean },
): Promise<{ problem: CheckoutProblem } | { outgoing: OutgoingCode | null }> => {
  const now = deps.clock.now()
  const key = codeKey(deps, sessionId, channel, destination)
  const before = await findCode(transaction, key)
  if (!isResend && isRepeated(before, now)) return { outgoing: null }
  const isNewDestination = before === null
  if (isNewDestination && (await countDestinations(transaction, key)) >= LIMITS.codesSent) {
    return { problem: 'code_limit' }
  }
  const sent = before?.sent ?? 0
  if (!mayResend(sent)) return { problem: 'code_limit' }
  const code = (kycServicesOf(deps).makeCode ?? randomCode)(channel)
  await writeCode(transaction, key, {
    codeHash: codeHash(deps, key, code),
    expiresAt: codeExpiry(now),
    sent: sent + 1,
    sentAt: now,
  })
  return { outgoing: { channel, destination, code } }
}

/** @throws {ApiError} 503 when the code could not be handed over; asking for another one mends it. */
export const sendCode = async (deps: KycDeps, { channel, destination, code }: OutgoingCode): Promise<void> => {
  try {
    const { sender } = kycServicesOf(deps)
    await withTimeout(SEND_TIMEOUT_MS, (signal) => sender.send(channel, destination, code, signal))
  } catch (cause) {
    throw new ApiError(503, 'The code could not be sent; ask for another one', { cause })
  }
}
