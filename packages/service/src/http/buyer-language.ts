/** A tag of `accept-language` without its weight; browsers name the language that they prefer first. */
const PREFERRED = /^\s*([a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3})\s*(?:[,;]|$)/i

/** The language that a request prefers, as BCP 47 has it; null where it says nothing that is one. */
export const preferredLanguage = (acceptLanguage: string | undefined): string | null => {
  const tag = PREFERRED.exec(acceptLanguage ?? '')?.[1]
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}

/** Those of the checkout. */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]

interface SpokenLanguage {
  readonly language: Language
  /** The full tag, for prices and times. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
}

/** The language of what is written for a buyer: English where theirs is not spoken here. */
export const spokenLanguage = (preferred: string | null): SpokenLanguage => {
  const language = LANGUAGES.find((each) => each === preferred?.split('-')[0])
  if (preferred === null || language === undefined) return { language: 'en', locale: 'en', direction: 'ltr' }
  return { language, locale: preferred, direction: language === 'ar' ? 'rtl' : 'ltr' }
}
