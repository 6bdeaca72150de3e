import { LIMITS } from '@coinslot/contract'
import { spokenLanguage } from '../http/buyer-language.ts'
import { CODE_WORDS } from './code-words.ts'

/** The mail with a one-time code, in the customer's language: the code alone, and no link. */
export const codeMail = (code: string, preferred: string | null): { subject: string; text: string } => {
  const words = CODE_WORDS[spokenLanguage(preferred).language]
  return {
    subject: words.subject,
    text: [words.code(code), '', words.use(LIMITS.codeMinutes), words.unasked, ''].join('\n'),
  }
}
