import type { Executor } from '../db/database.ts'
import { lockPayment } from '../payments/payment-store.ts'
import { listAttemptHistory } from './attempt-history-store.ts'
import { findAttempt, markFinished } from './attempt-store.ts'
import type { CardDeps } from './deps.ts'

/** So long the acquirer may still receive what it has been sent: nobody can know yet that it has nothing. */
const UNCERTAIN_MS = 10 * 60_000

interface Release {
  /** `reversed` where this, or somebody before, has ended it; else why it was left as it is. */
  readonly found: 'reversed' | 'approved' | 'refused' | 'challenged' | 'young'
  /** Whether this call has ended it. */
  readonly isReleased: boolean
  readonly intentId: string
  readonly merchantId: string
}

/**
 * Ends an attempt of which an operator knows what the acquirer does not tell: that the buyer is not charged, or no longer.
 * The acquirer is not asked about it any more, and the buyer may try another card while there is time. It never approves
 * anything, and leaves alone what has ended, what the buyer's bank still asks about, and what may still be on its way.
 * @returns null where there is no such attempt.
 */
export const releaseAttempt = async (
  { clock }: Pick<CardDeps, 'clock'>,
  transaction: Executor,
  id: string,
): Promise<Release | null> => {
  const found = await findAttempt(transaction, id)
  if (found === null) return null
  // Whoever settles the attempt holds its intent meanwhile: what it has become by then is read after that.
  const { id: intentId, merchantId } = await lockPayment(transaction, found.intentId)
  const attempt = (await listAttemptHistory(transaction, intentId)).find((each) => each.id === id)
  if (attempt === undefined) return null
  const { status, createdAt } = attempt
  const at = clock.now()
  const leave = (as: Release['found']): Release => ({ found: as, isReleased: false, intentId, merchantId })
  if (status !== 'authorising' && status !== 'reversing') return leave(status)
  if (at.getTime() - createdAt.getTime() < UNCERTAIN_MS) return leave('young')
  await markFinished(transaction, id, 'reversed', at)
  return { found: 'reversed', isReleased: true, intentId, merchantId }
}
