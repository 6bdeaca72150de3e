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

/** The last of the codes that went there, and what has become of it. */
export interface StoredCode extends SentCode {
  /** Codes written down for it in this session; the number of the last one. */
  readonly sent: number
  /** Those of them of which the sender has said that it failed. */
  readonly failed: number
  /** When the last one was handed over, or could not be; until that is known, when it was written down. */
  readonly sentAt: Date
  /** Number of the last one that was handed over; null where none was. */
  readonly lastHandedOver: number | null
  /** Number of the last one that could not be; null where there is none. */
  readonly lastNotHandedOver: number | null
}

/** How long whoever sends a code may take. */
export const SEND_TIMEOUT_MS = 10_000
/** A request that is repeated this soon after the code has left, or while it is under way, is answered by the first. */
const REPEATED_WITHIN_MS = 5_000

/** When a code sent at `now` stops being taken. */
export const codeExpiry = (now: Date): Date => new Date(now.getTime() + LIMITS.codeMinutes * 60_000)

/** What became of handing a code over; `timed_out` where whoever sends it said nothing in time, and may have sent it. */
export type CodeFate = 'sent' | 'failed' | 'timed_out'

/**
 * Whether a session may send one more code to an address or number. One that failed does not count: no customer is shut out
 * by a sender that is down. It counts by hour and day, so that nobody sends without limit by one that fails once it has sent.
 */
export const mayResend = ({ sent, failed }: Pick<StoredCode, 'sent' | 'failed'>): boolean =>
  sent - failed < LIMITS.codesSent

/** Another process's clock may be a little behind; one that has been set back makes a code old, not new for ever. */
const isOlderThan = (ms: number, { sentAt }: StoredCode, now: Date): boolean =>
  Math.abs(now.getTime() - sentAt.getTime()) >= ms

/**
 * Whether it is still to be told what becomes of handing a code over: who has not in time has died, or is of a version that does
 * not tell, and the code counts as sent.
 */
export const isUnderWay = (code: StoredCode, now: Date): boolean =>
  code.lastHandedOver !== code.sent &&
  code.lastNotHandedOver !== code.sent &&
  !isOlderThan(SEND_TIMEOUT_MS + REPEATED_WITHIN_MS, code, now)

/** Whether a request for a code is the one before once more: its code is under way, or has just left, and nobody has answered it. */
export const isRepeated = (before: StoredCode | null, now: Date): boolean =>
  before?.attempts === 0 && (isUnderWay(before, now) || !isOlderThan(REPEATED_WITHIN_MS, before, now))

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
