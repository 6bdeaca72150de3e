import type { PaymentEventData } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import { recordEvent } from '../webhooks/outbox.ts'
import { type IntentAction, transition } from './intent-state.ts'
import { type Payment, writeStatus } from './payment-store.ts'

type FinalStatus = 'Approved' | 'Declined' | 'Expired'

const EVENT_TYPES = {
  Approved: 'payment_approved',
  Declined: 'payment_declined',
  Expired: 'payment_expired',
} as const satisfies Record<FinalStatus, string>

/**
 * Makes a locked intent final and records its one event, in the caller's transaction. Wake the deliveries after the
 * commit. @see decisions.md §7
 */
export const finalise = async (
  transaction: Executor,
  payment: Payment,
  status: FinalStatus,
  at: Date,
): Promise<void> => {
  const data: PaymentEventData = {
    payment_intent_id: payment.id,
    status,
    reference: payment.reference,
    amount: payment.amount,
    currency: payment.currency,
    item_id: payment.itemId,
    buyer_id: payment.buyerId,
  }
  await writeStatus(transaction, payment.id, status, at)
  await recordEvent(transaction, { merchantId: payment.merchantId, type: EVENT_TYPES[status], data, at })
}

/**
 * Applies an action to a locked intent that has been refused `refusals` cards before, and writes what follows.
 * @returns the status it has afterwards, and whether this action has made it final.
 */
export const moveIntent = async (
  transaction: Executor,
  payment: Payment,
  refusals: number,
  action: IntentAction,
  at: Date,
): Promise<{ status: Payment['status']; becameFinal: boolean }> => {
  if (payment.status !== 'Created') return { status: payment.status, becameFinal: false }
  const { status } = transition({ status: payment.status, refusals, expiresAt: payment.expiresAt }, action, at)
  if (status === 'Created') return { status, becameFinal: false }
  await finalise(transaction, payment, status, at)
  return { status, becameFinal: true }
}
