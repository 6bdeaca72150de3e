import type { PaymentIntent } from '@coinslot/contract'

/** The id of an intent that was created; empty where none was. */
export const intentIdOf = (intent: PaymentIntent): string =>
  'payment_intent_id' in intent ? intent.payment_intent_id : ''
