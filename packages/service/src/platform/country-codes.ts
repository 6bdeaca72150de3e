const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** What has a name there and is no country: groups of countries, parts of one that telephony does not know either, and nowhere. */
const NO_COUNTRIES = new Set(['CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'UN', 'XA', 'XB', 'ZZ'])

const isNamed = (code: string): boolean => NAMES.of(code) !== undefined && !NO_COUNTRIES.has(code)

/**
 * Whether a country has that code today (ISO 3166-1): what is no country's, as `QQ` or `EU`, or another name of one, as `UK`
 * of `GB`, is none.
 */
export const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && isNamed(text) && new Intl.Locale('und', { region: text }).region === text
