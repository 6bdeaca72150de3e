import { type CheckoutProblem, LIMITS } from '@coinslot/contract'

/** Where a one-time code goes. */
export type CodeChannel = 'email' | 'phone'

/** A code that was sent to one address or number in one KYC session. */
export interface SentCode {
  /** HMAC of the code, so that a leaked database gives none away. */
  readonly codeHash: Uint8Array
  /** Wrong answers so far, 0 to LIMITS.codeAttempts. */
  readonly attempts: number
  readonly expiresAt: Date
}

/** When a code sent at `now` stops being taken. */
export const codeExpiry = (now: Date): Date => new Date(now.getTime() + LIMITS.codeMinutes * 60_000)

/** Whether one more code may go to an address or number that has been sent `sent`. */
export const mayResend = (sent: number): boolean => sent < LIMITS.codesSent

/**
 * Judges an answer; null when it is taken. A code past its time, or answered wrongly too often, is not taken even when
 * it is right, and only a new one helps. `attempts` is the count to keep.
 */
export const judgeCode = (
  sent: Pick<SentCode, 'attempts' | 'expiresAt'> | null,
  isRight: boolean,
  now: Date,
): { problem: CheckoutProblem | null; attempts: number } => {
  if (!sent || now >= sent.expiresAt) return { problem: 'code_expired', attempts: sent?.attempts ?? 0 }
  if (sent.attempts >= LIMITS.codeAttempts) return { problem: 'code_exhausted', attempts: sent.attempts }
  if (isRight) return { problem: null, attempts: sent.attempts }
  const attempts = sent.attempts + 1
  return { problem: attempts >= LIMITS.codeAttempts ? 'code_exhausted' : 'code_wrong', attempts }
}
