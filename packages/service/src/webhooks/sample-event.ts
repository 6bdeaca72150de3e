import { randomUUID } from 'node:crypto'
import type { EventType } from '@coinslot/contract'
import type { NewEvent } from './outbox.ts'

const PAYMENT_STATUS = {
  payment_approved: 'Approved',
  payment_declined: 'Declined',
  payment_expired: 'Expired',
} as const
const KYC_OUTCOME = { kyc_approved: 'approved', kyc_rejected: 'rejected' } as const

/** An event of any type about things that do not exist, for developers to receive. */
export const sampleEvent = (type: EventType, merchantId: string, at: Date): NewEvent => {
  switch (type) {
    case 'payment_approved':
    case 'payment_declined':
    case 'payment_expired': {
      const payment = { payment_intent_id: randomUUID(), status: PAYMENT_STATUS[type], reference: 'sample' }
      const item = { amount: '9.99', currency: 'USD' as const, item_id: 'sample-item', buyer_id: 'sample-buyer' }
      return { type, merchantId, at, data: { ...payment, ...item } }
    }
    case 'kyc_approved':
    case 'kyc_rejected': {
      const session = { kyc_session_id: randomUUID(), outcome: KYC_OUTCOME[type], level: 2 as const }
      return { type, merchantId, at, data: { ...session, external_id: 'sample-customer', payment_intent_id: null } }
    }
    case 'webhook_test':
      return { type, merchantId, at, data: { subscription_id: randomUUID() } }
  }
}
