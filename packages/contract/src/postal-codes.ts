const WITHOUT =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ' +
  'ML MO MR MW NR NU PA QA RW SB SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU YE ZW'

/** Whether an address in the country (ISO 3166-1 alpha-2) has a postal code: some have none, or hardly anybody knows theirs. */
export const hasPostalCodes = (country: string): boolean => !WITHOUT.split(' ').includes(country)
