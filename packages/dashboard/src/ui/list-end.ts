import { html, nothing, type TemplateResult } from 'lit'
import { orTell } from './notices.ts'
import { timeStamp } from './time-stamp.ts'

export interface Listed {
  readonly end: { readonly next_cursor: string | null; readonly searched_until: string | null } | undefined
  readonly isLoading: boolean
  more(): Promise<void>
}

/** What follows the rows that are there: more of them, or how far back the search has come. */
export const listEnd = (list: Listed): TemplateResult => {
  const { end, isLoading } = list
  if (end?.next_cursor == null) return html`${nothing}`
  const until = end.searched_until
  return html`<div class="list-end">
    ${until === null ? nothing : html`<p>Looked back to ${timeStamp(until)}.</p>`}
    <button
      type="button"
      class="wa-outlined wa-neutral"
      aria-disabled=${isLoading}
      @click=${() => void orTell(list.more())}
    >
      ${until === null ? 'Show older' : 'Look further back'}
    </button>
  </div>`
}
