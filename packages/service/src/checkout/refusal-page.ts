import { plainPage } from '../http/plain-page.ts'
import { preferredLanguage } from '../receipts/receipt-rules.ts'
import { wordsOf } from '../receipts/receipt-words.ts'
import { REFUSAL_WORDS, type RefusalStatus } from './refusal-words.ts'

/** What a person sees who follows a link that does not open, in their language. */
export const refusalPage = (status: RefusalStatus, acceptLanguage: string | undefined): string => {
  const { language, direction } = wordsOf(preferredLanguage(acceptLanguage))
  const { title, text } = REFUSAL_WORDS[language][status]
  return plainPage({ title, content: `<p>${text}</p>`, language, direction })
}
