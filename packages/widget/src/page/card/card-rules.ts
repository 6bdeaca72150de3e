import { hasCardExpired } from '@coinslot/contract/checkout'
import type { Messages } from '../messages/messages.ts'
import { brandOf, isCardNumber } from './card-number.ts'
import { digitsOf } from './digits.ts'
import { parseExpiry } from './expiry.ts'

export type CardField = 'card-number' | 'expiry-date' | 'security-code' | 'name-on-card'

/** What is judged in the page; the service judges again. */
export const createCardRules = (
  { required, problem, expiryPast }: Messages,
  numberNow: () => string,
  nowMs: () => number,
): Readonly<Record<CardField, (value: string) => string | null>> => ({
  'card-number': (value) => {
    if (digitsOf(value) === '') return required.cardNumber
    return isCardNumber(value) ? null : problem.card_number
  },
  'expiry-date': (value) => {
    if (value.trim() === '') return required.expiryDate
    const expiry = parseExpiry(value)
    if (expiry === null) return problem.card_expiry
    return hasCardExpired(expiry.month, expiry.year, nowMs()) ? expiryPast : null
  },
  'security-code': (value) => {
    if (value.trim() === '') return required.securityCode
    const digits = digitsOf(value).length
    const { codeDigits, mostCodeDigits } = brandOf(numberNow())
    return digits === codeDigits || digits === mostCodeDigits ? null : problem.card_security_code
  },
  'name-on-card': (value) => (value.trim() === '' ? required.nameOnCard : null),
})
