import type { PaymentEventData } from '@coinslot/contract'
import type { Executor } from '../db/database.ts'
import type { PaymentDeps } from './deps.ts'
import { recordEvents } from '../webhooks/outbox.ts'
import { type FinalStatus, type IntentAction, transition } from './state-rules.ts'
import { type Payment, writeStatus } from './payment-store.ts'

const EVENT_TYPES = {
  Approved: 'payment_approved',
  Declined: 'payment_declined',
  Expired: 'payment_expired',
} as const satisfies Record<FinalStatus, string>

const eventData = (payment: Payment, status: FinalStatus): PaymentEventData => ({
  payment_intent_id: payment.id,
  status,
  reference: payment.reference,
  amount: payment.amount,
  currency: payment.currency,
  item_id: payment.itemId,
  buyer_id: payment.buyerId,
})

/**
 * Makes locked intents final and records one event each, in the caller's transaction; `announce` follows the commit.
 * @see decisions.md §7
 */
export const finalise = async (
  transaction: Executor,
  payments: readonly Payment[],
  status: FinalStatus,
  at: Date,
): Promise<void> => {
  const ids = payments.map(({ id }) => id)
  await writeStatus(transaction, ids, status, at)
  const type = EVENT_TYPES[status]
  const events = payments.map((payment) => ({
    merchantId: payment.merchantId,
    type,
    data: eventData(payment, status),
    at,
  }))
  await recordEvents(transaction, events)
}

/**
 * Applies an action to a locked intent that has been refused `refusals` cards before, and writes what follows.
 * @returns the status it has afterwards, and the same as `became` where this action has made it final.
 */
export const moveIntent = async (
  transaction: Executor,
  payment: Payment,
  refusals: number,
  action: IntentAction,
  at: Date,
): Promise<{ status: Payment['status']; became: FinalStatus | null }> => {
  if (payment.status !== 'Created') return { status: payment.status, became: null }
  const { status } = transition({ status: payment.status, refusals, expiresAt: payment.expiresAt }, action, at)
  if (status === 'Created') return { status, became: null }
  await finalise(transaction, [payment], status, at)
  return { status, became: status }
}

/** Counts intents that have become final, and has their events delivered; call it after the commit. */
export const announce = (deps: PaymentDeps, status: FinalStatus, count = 1): void => {
  deps.paymentMetrics.payments.inc({ status }, count)
  deps.wakeDeliveries()
}
