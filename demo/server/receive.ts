import type { WebhookEvent } from '@coinslot/contract'
import { findItem } from './catalogue.ts'
import type { Ledger, LedgerEntry } from './ledger.ts'
import type { LivePages } from './live.ts'

/** What a verified event means to the ledger; null for one that moves nothing. */
export const entryOf = (event: WebhookEvent): LedgerEntry | null => {
  const base = { eventId: event.id, at: event.created_at }
  if (event.type === 'payment_approved') {
    const { payment_intent_id: intentId, item_id: itemId } = event.data
    const item = findItem(itemId)
    return item ? { ...base, intentId, kind: 'coins', coins: item.coins, itemId } : null
  }
  if (event.type === 'kyc_approved') {
    return { ...base, intentId: event.data.payment_intent_id, kind: 'verified', coins: 0, itemId: null }
  }
  return null
}

/** Records an event before the webhook is answered, then tells the open pages. */
export const receive = async (event: WebhookEvent, ledger: Ledger, pages: LivePages): Promise<void> => {
  const entry = entryOf(event)
  if (entry !== null && !(await ledger.record(entry))) return
  const title = (entry?.itemId && findItem(entry.itemId)?.title) || null
  const { balance, verified } = ledger
  pages.tell({ balance, verified, event: { type: event.type, coins: entry?.coins ?? 0, title } })
}
