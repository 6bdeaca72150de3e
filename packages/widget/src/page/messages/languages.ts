import { ar } from './ar.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'
import type { Messages } from './messages.ts'

/**
 * All of them are part of the page: it is in the cache before the buyer comes, and a table fetched by itself would be one
 * more round trip between the click and the card form.
 */
export const LANGUAGES = { en, de, fr, es, pt, ja, ar } as const satisfies Record<string, Messages>

type Language = keyof typeof LANGUAGES

const isLanguage = (tag: string): tag is Language => Object.hasOwn(LANGUAGES, tag)

export interface Locale {
  /** The language of the sentences. */
  readonly language: Language
  /** The full tag, for the shape of prices, dates and numbers. */
  readonly tag: string
  readonly direction: 'ltr' | 'rtl'
}

/** A tag as `Intl` takes it, also of `en_US` or the `en-US@posix` of some browsers on Linux; undefined for what is none. */
export const canonical = (tag: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(tag.replace(/[.@].*/, '').replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}

/** The first wanted language that the page speaks, English otherwise. */
export const chooseLocale = (wanted: readonly string[]): Locale => {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split(/[-_]/)[0] ?? ''
    if (isLanguage(language)) return { language, tag: canonical(tag) ?? language, direction: directionOf(language) }
  }
  return { language: 'en', tag: 'en', direction: 'ltr' }
}

const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr')
