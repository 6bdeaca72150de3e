const NAMES = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Whether a country has that code today (ISO 3166-1): what is no country's, as `QQ`, or another name of one, as `UK` of `GB`, is none. */
export const isCountryCode = (text: string): boolean =>
  /^[A-Z]{2}$/.test(text) && NAMES.of(text) !== undefined && new Intl.Locale('und', { region: text }).region === text
