import { html, nothing, type TemplateResult } from 'lit'
import { orTell } from './notices.ts'
import { timeStamp } from './time-stamp.ts'

export interface Listed {
  readonly end: { readonly next_cursor: string | null; readonly searched_until: string | null } | undefined
  readonly isLoading: boolean
  /** More was asked for, until there was no more. */
  readonly isWhole: boolean
  more(): Promise<void>
}

const moreOf = (list: Listed, until: string | null): TemplateResult => html`
  ${until === null ? nothing : html`<p>Looked back to ${timeStamp(until)}.</p>`}
  <button
    type="button"
    class="wa-outlined wa-neutral"
    aria-disabled=${list.isLoading}
    @click=${() => void orTell(list.more())}
  >
    ${until === null ? 'Show older' : 'Look further back'}
  </button>
`

/** What follows the rows that are there: more of them, or how far back the search has come. */
export const listEnd = (list: Listed): TemplateResult => {
  const { end, isWhole } = list
  const hasMore = end?.next_cursor != null
  if (!hasMore && !isWhole) return html`${nothing}`
  return html`<div class="list-end">
    ${hasMore ? moreOf(list, end.searched_until) : html`<p>There are no older ones.</p>`}
  </div>`
}
