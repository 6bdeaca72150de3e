/** ISO 3166-1 alpha-2 codes of countries that get ERR03 where nothing else is configured. */
export const SANCTIONED_COUNTRIES: readonly string[] = ['CU', 'IR', 'KP', 'SY']
