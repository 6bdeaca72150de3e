import { type CountryCode, getCountries } from 'libphonenumber-js/min'

/** Common names that no locale's table lists first. */
const ALIASES: Readonly<Record<string, CountryCode>> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  uae: 'AE',
  holland: 'NL',
  czechia: 'CZ',
  'czech republic': 'CZ',
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

export interface Countries {
  /** ISO 3166-1 alpha-2 of a name in the buyer's language or in English, or of the code itself; null for any other. */
  readonly codeOf: (typed: string) => string | null
  readonly nameOf: (code: string) => string
  /** Names that begin as typed, the shortest first. */
  readonly suggest: (typed: string, limit: number) => readonly string[]
}

export const createCountries = (locale: string): Countries => {
  const codes = getCountries()
  const names = [locale, 'en'].map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const nameOf = (code: string): string => names[0]?.of(code) ?? code
  const byName = new Map<string, string>(Object.entries(ALIASES))
  for (const code of codes) {
    byName.set(fold(code), code)
    for (const table of names) byName.set(fold(table.of(code) ?? code), code)
  }
  return {
    codeOf: (typed) => byName.get(fold(typed)) ?? null,
    nameOf,
    suggest: (typed, limit) => {
      const start = fold(typed)
      if (start.length < 2 || byName.has(start)) return []
      const matching = codes.map(nameOf).filter((name) => fold(name).startsWith(start))
      // In place: Firefox sorts into a new array from 115 on.
      return matching.sort((left, right) => left.length - right.length).slice(0, limit)
    },
  }
}
