import { type CountryCode, getCountries } from 'libphonenumber-js/min'
import { canonical } from '../messages/languages.ts'
import { plain } from './plain.ts'

/** Common names that no locale's table lists first, or some browsers' tables do not. */
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
  'czech republic': 'CZ',
  'hong kong': 'HK',
  macau: 'MO',
  macao: 'MO',
  turkey: 'TR',
  myanmar: 'MM',
  burma: 'MM',
  'viet nam': 'VN',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  'ivory coast': 'CI',
  'east timor': 'TL',
  'dr congo': 'CD',
  palestine: 'PS',
}

/**
 * Without case, punctuation and accents: those marks that any script may bear. A vowel of India's scripts is a mark, too.
 * English tables write `St.` and `&`, and leave articles out.
 */
const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Script=Inherited}/gu, '')
    .toLowerCase()
    .replaceAll('.', '')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .replaceAll(/\b(and|the)( |$)/g, '')
    .replaceAll(/\bsaint\b/g, 'st')
    .trim()

export interface Countries {
  /** ISO 3166-1 alpha-2 of a name in a language of the buyer's or in English, or of the code itself; null for any other. */
  readonly codeOf: (typed: string) => string | null
  readonly nameOf: (code: string) => string
  /** Names with a word that begins as typed: the first word before others, then the shortest. */
  readonly suggest: (typed: string, limit: number) => readonly string[]
}

/** @param spoken the browser's languages, in which it fills forms in, whatever the page is in. */
export const createCountries = (locale: string, spoken: readonly string[]): Countries => {
  const codes = getCountries()
  const languages = [locale, 'en', ...spoken.flatMap((tag) => canonical(tag) ?? [])]
  const names = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const nameOf = (code: string): string => names[0]?.of(code) ?? code
  const byName = new Map<string, string>(Object.entries(ALIASES))
  const learn = (name: string, code: string): void => {
    const key = fold(name)
    // Of a name that two languages have for two countries, the page's own is meant.
    if (!byName.has(key)) byName.set(key, code)
  }
  for (const table of names) for (const code of codes) learn(table.of(code) ?? code, code)
  // A code is typed without accents: `Áo` is no Angola.
  const codeOf = (typed: string): string | null => {
    const text = plain(typed).replaceAll('.', '')
    return codes.find((code) => code === text.toUpperCase()) ?? byName.get(fold(text)) ?? null
  }
  return {
    codeOf,
    nameOf,
    suggest: (typed, limit) => {
      const start = fold(plain(typed))
      if (start.length < 2 || codeOf(typed) !== null) return []
      const placeIn = (name: string): number => ` ${fold(name)}`.indexOf(` ${start}`)
      const matching = codes.map(nameOf).filter((name) => placeIn(name) >= 0)
      // In place: Firefox sorts into a new array from 115 on.
      return matching
        .sort((left, right) => placeIn(left) - placeIn(right) || left.length - right.length)
        .slice(0, limit)
    },
  }
}
