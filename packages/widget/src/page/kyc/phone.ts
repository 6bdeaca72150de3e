import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { toAsciiDigits } from '../card/digits.ts'
import { canonical } from '../messages/languages.ts'
import { plain } from './plain.ts'

/** Where a number without a country code is taken to be from: the region of the buyer's browser. */
export const regionOf = (tag: string): CountryCode | undefined => {
  const language = canonical(tag)
  const region = language && new Intl.Locale(language).maximize().region
  return region !== undefined && isSupportedCountry(region) ? region : undefined
}

/** As E.164; null where it cannot be a phone number. */
export const parsePhone = (typed: string, region: CountryCode | undefined): string | null => {
  const phone = parsePhoneNumberFromString(toAsciiDigits(plain(typed)).replace(/^00/, '+'), region)
  return phone?.isPossible() ? phone.number : null
}
