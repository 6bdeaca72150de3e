import { preferredLanguage, spokenLanguage } from '../http/buyer-language.ts'
import { plainPage } from '../http/plain-page.ts'
import { REFUSAL_WORDS, type RefusalStatus } from './refusal-words.ts'

/** What a person sees who follows a link that does not open, in their language. */
export const refusalPage = (status: RefusalStatus, acceptLanguage: string | undefined): string => {
  const { language, direction } = spokenLanguage(preferredLanguage(acceptLanguage))
  const { title, text } = REFUSAL_WORDS[language][status]
  return plainPage({ title, content: `<p>${text}</p>`, language, direction })
}
