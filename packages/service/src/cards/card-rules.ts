import type { CheckoutProblem, PayRequest } from '@coinslot/contract'
import { hasCardExpired } from '@coinslot/contract/checkout'
import cardValidator from 'card-validator'
import { withoutUnseen } from '../platform/unseen-rules.ts'

/** A card as typed, checked. Lives for one request: never stored, never logged. */
export interface Card {
  /** Digits only, 12 to 19. */
  readonly number: string
  readonly expiryMonth: number
  readonly expiryYear: number
  readonly securityCode: string
  readonly name: string
}

/** All that is kept of a card. */
export interface CardSummary {
  /** As card-validator names it: `visa`, `mastercard`, …. */
  readonly brand: string
  readonly lastFour: string
}

const YEARS_AHEAD = 20

/**
 * Checks a card by itself (Luhn and length, expiry, security code of its brand, name), before any acquirer is asked.
 * A card is good to the end of its month, wherever on earth that ends last, and at most 20 years ahead.
 */
export const checkCard = (
  typed: PayRequest['card'],
  now: Date,
): { card: Card; summary: CardSummary } | { problem: CheckoutProblem } => {
  const number = typed.number.replace(/[\s-]/g, '')
  const { card: range, isValid } = cardValidator.number(number, { luhnValidateUnionPay: true })
  if (!isValid || range === null) return { problem: 'card_number' }

  const { expiry_month: expiryMonth, expiry_year: expiryYear } = typed
  if (hasCardExpired(expiryMonth, expiryYear, now.getTime()) || expiryYear > now.getUTCFullYear() + YEARS_AHEAD) {
    return { problem: 'card_expiry' }
  }

  if (!cardValidator.cvv(typed.security_code, range.code.size).isValid) return { problem: 'card_security_code' }

  const name = typed.name.trim()
  if (!cardValidator.cardholderName(withoutUnseen(name)).isValid) return { problem: 'card_name' }

  return {
    card: { number, expiryMonth, expiryYear, securityCode: typed.security_code, name },
    summary: { brand: range.type, lastFour: number.slice(-4) },
  }
}
