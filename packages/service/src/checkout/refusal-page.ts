import { preferredLanguage, spokenLanguage } from '../http/buyer-language.ts'
import { plainPage } from '../http/plain-page.ts'
import { REFUSAL_WORDS, type RefusalStatus } from './refusal-words.ts'

/**
 * What a person sees who follows a link that does not open, in their language.
 * @param needsCookies whether they may be here because their browser keeps no cookies
 */
export const refusalPage = (
  status: RefusalStatus,
  acceptLanguage: string | undefined,
  needsCookies: boolean,
): string => {
  const { language, direction } = spokenLanguage(preferredLanguage(acceptLanguage))
  const { cookies, [status]: refusal } = REFUSAL_WORDS[language]
  const content = `<p>${refusal.text}</p>${needsCookies ? `<p>${cookies}</p>` : ''}`
  return plainPage({ title: refusal.title, content, language, direction })
}
