import type { TemplateResult } from 'lit'
import { emptyState } from './empty-state.ts'
import { clearButton } from './filters.ts'

interface EmptyList {
  readonly search: URLSearchParams
  /** The names of the list's filters. */
  readonly filters: readonly string[]
  /** Said where filters are in force: there may be rows that they leave out. */
  readonly noMatch: string
  /** Said where none is in force. */
  readonly nothingYet: TemplateResult
}

/** What stands in place of a list without rows. */
export const emptyList = ({ search, filters, noMatch, nothingYet }: EmptyList): TemplateResult => {
  if (!filters.some((name) => search.has(name))) return nothingYet
  return emptyState(noMatch, clearButton(filters))
}
