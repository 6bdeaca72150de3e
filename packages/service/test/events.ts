import { randomUUID } from 'node:crypto'
import { type NewEvent, recordEvent } from '../src/webhooks/outbox.ts'
import type { WebhookDeps } from '../src/webhooks/deps.ts'

/** An approval of an intent, a new one unless given. */
export const approvalEvent = (merchantId: string, at: Date, intentId: string = randomUUID()): NewEvent => ({
  merchantId,
  at,
  type: 'payment_approved',
  data: {
    payment_intent_id: intentId,
    status: 'Approved',
    reference: 'order-1',
    amount: '9.99',
    currency: 'USD',
    item_id: 'coins-100',
    buyer_id: 'player-1',
  },
})

/** Records an approval as a payment would, in a transaction, and wakes the workers. @returns the event's id. */
export const approve = async (deps: WebhookDeps, merchantId: string, intentId?: string): Promise<string> => {
  const event = approvalEvent(merchantId, deps.clock.now(), intentId)
  const id = await deps.db.transaction().execute((transaction) => recordEvent(transaction, event))
  deps.wakeDeliveries()
  return id
}
