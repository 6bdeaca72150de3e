import type { Messages } from './messages.ts'

export const LANGUAGES = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  fr: async () => (await import('./fr.ts')).fr,
  es: async () => (await import('./es.ts')).es,
  pt: async () => (await import('./pt.ts')).pt,
  ja: async () => (await import('./ja.ts')).ja,
  ar: async () => (await import('./ar.ts')).ar,
} as const satisfies Record<string, () => Promise<Messages>>

export type Language = keyof typeof LANGUAGES

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

export interface Locale {
  /** The language of the sentences. */
  readonly language: Language
  /** The full tag, for the shape of prices, dates and numbers. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

/** The first wanted language that the page speaks, English otherwise. */
export const chooseLocale = (wanted: readonly string[]): Locale => {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split(/[-_]/)[0] ?? ''
    if (isLanguage(language)) return { language, tag: canonical(tag) ?? language, direction: directionOf(language) }
  }
  return { language: 'en', tag: 'en', direction: 'ltr' }
}

const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
