import { html, nothing, type TemplateResult } from 'lit'
import { focusPlace } from './keep-focus.ts'
import { orTell } from './notices.ts'
import { timeStamp } from './time-stamp.ts'

export interface Listed {
  readonly end: { readonly next_cursor: string | null; readonly searched_until: string | null } | undefined
  readonly isLoading: boolean
  /** More was asked for, until there was no more. */
  readonly isWhole: boolean
  more(): Promise<void>
}

/** The rows that come stand before the button: the keyboard goes to the first of them, and the button out of the window. */
const askForMore = async (list: Listed, button: Element): Promise<void> => {
  const end = button.closest('.list-end')
  const rows = () => Array.from(end?.previousElementSibling?.querySelectorAll('tbody > tr') ?? [])
  const last = rows().at(-1)
  await orTell(list.more())
  const all = rows()
  const first = all[last === undefined ? 0 : all.indexOf(last) + 1]
  if (!(first instanceof HTMLElement)) return
  focusPlace(first)
  first.scrollIntoView({ block: 'nearest' })
}

const moreOf = (list: Listed, until: string | null): TemplateResult => html`
  ${until === null ? nothing : html`<p>Looked back to ${timeStamp(until)}.</p>`}
  <button
    type="button"
    class="wa-outlined wa-neutral"
    aria-disabled=${list.isLoading}
    @click=${({ currentTarget }: Event) => void askForMore(list, currentTarget as Element)}
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
