import { provenEmail } from '../kyc/proven-email.ts'
import { findPayment } from '../payments/payment-store.ts'
import { preferredLanguage } from '../http/buyer-language.ts'
import { keepReceiptAddress, noteReceiptLanguage, receiptPlace } from '../receipts/receipt-store.ts'
import type { CheckoutDeps } from './deps.ts'

const noteRecipient = async (deps: CheckoutDeps, intentId: string, language: string | null): Promise<void> => {
  if (await noteReceiptLanguage(deps.db, intentId, language)) return
  const payment = await findPayment(deps.db, intentId)
  const proven = payment && (await provenEmail(deps, payment))
  if (!proven) return
  const email = deps.secrets.encrypt(proven, receiptPlace(intentId))
  await keepReceiptAddress(deps.db, { intentId, email, language, at: deps.clock.now() })
}

/**
 * Notes, before a card is tried, in which language its receipt is mailed, and where to: the address that the merchant gave
 * with the intent, or else the one that the buyer has proven in an identity check. Nobody is kept from paying by it.
 */
export const prepareReceipt = async (
  deps: CheckoutDeps,
  intentId: string,
  acceptLanguage: string | undefined,
): Promise<void> => {
  if (deps.mailer === null) return
  try {
    await noteRecipient(deps, intentId, preferredLanguage(acceptLanguage))
  } catch (error) {
    deps.log.error({ err: error, payment_intent_id: intentId }, 'where a receipt is mailed could not be noted')
  }
}
