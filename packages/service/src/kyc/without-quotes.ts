import { excerpt } from '../platform/excerpt.ts'
import { maskContacts, maskValues } from '../platform/mask-rules.ts'

/** What a provider or sender has said, without what it quotes of a customer: it is logged. */
export const withoutQuotes = (said: string, values: readonly string[]): string =>
  maskContacts(excerpt(maskValues(said, values)))
