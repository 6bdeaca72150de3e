import type { CheckoutProblem } from '@coinslot/contract'
import { hasPostalCodes } from '@coinslot/contract/checkout'
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { withoutUnseen } from '../platform/unseen-rules.ts'

/** A number with its country code, as E.164; null where it cannot be one. */
export const readPhone = (typed: string): string | null => {
  const phone = parsePhoneNumberFromString(typed.replace(/^\s*00/, '+'))
  return phone?.isPossible() && phone.countryCallingCode && /^\s*(\+|00)/.test(typed) ? phone.number : null
}

/**
 * Whether codes may go to a number in E.164.
 * @param countries ISO 3166-1 alpha-2; none stands for all. Where there are some, the number's country has to be known.
 */
export const isInCountries = (phone: string, countries: readonly string[]): boolean => {
  const country = parsePhoneNumberFromString(phone)?.country
  return countries.length === 0 || (country !== undefined && countries.includes(country))
}

/** A name with at least one letter of any script that is seen, without the spaces around it; null otherwise. */
export const readFullName = (typed: string): string | null =>
  /\p{L}/u.test(withoutUnseen(typed)) ? typed.trim() : null

const isBlank = (text: string): boolean => withoutUnseen(text).trim() === ''

/** Why an address is not taken, or null; `country` is ISO 3166-1 alpha-2. */
export const addressProblem = (
  address: Readonly<Record<'street' | 'city' | 'postalCode' | 'country', string>>,
): CheckoutProblem | null => {
  const { street, city, postalCode, country } = address
  if (isBlank(street) || isBlank(city) || (isBlank(postalCode) && hasPostalCodes(country))) return 'address'
  return isSupportedCountry(country) ? null : 'country'
}
