import { CONSOLE_OPERATIONS } from '@coinslot/contract/dashboard-console'
import type { RequestRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { PagedList } from '../api/paged-list.ts'
import { pageUrl } from '../base-path.ts'
import { duration } from '../format/time.ts'
import { filtersOf, isSandbox } from '../session.ts'
import { copyId } from '../ui/copy-id.ts'
import type { Column } from '../ui/data-table.ts'
import { emptyList } from '../ui/empty-list.ts'
import { emptyState } from '../ui/empty-state.ts'
import { csvLink } from '../ui/csv-link.ts'
import { selectFilter, textFilter } from '../ui/filters.ts'
import { merchantColumn } from '../ui/merchant-names.ts'
import { pagedTable } from '../ui/paged-table.ts'
import { httpStatus } from '../ui/status-badge.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'

const FILTERS = ['outcome', 'request_id', 'operation'] as const
const OUTCOMES = [
  ['answered', 'Answered'],
  ['refused', 'Refused'],
] as const
const OPERATIONS = ['issueToken', ...CONSOLE_OPERATIONS.map(({ id }) => id)].map((id) => [id, id] as const)

const COLUMNS: readonly Column<RequestRow>[] = [
  { title: 'Time', place: 'under', cell: (row) => timeStamp(row.at) },
  {
    title: 'Request',
    place: 'lead',
    cell: (row) =>
      html`<span class="two-lines">
        <code>${row.method} ${row.route}</code>
        ${row.error_message === null ? nothing : html`<small class="said">${row.error_message}</small>`}
      </span>`,
  },
  { title: 'Status', place: 'trail', cell: (row) => httpStatus(row.status) },
  { title: 'Duration', align: 'end', place: 'aside', cell: (row) => duration(row.duration_ms) },
  { title: 'Request id', place: 'foot', cell: (row) => copyId(row.request_id) },
]

const NOTHING_YET = emptyState('No requests', html`<p>Requests appear here within a second of their answer.</p>`)

/** What the merchant's backend has asked of the API of late. */
export class RequestsPage extends PageElement {
  readonly #list = new PagedList(this, 'listRequests', ({ requests }) => requests)

  protected override willUpdate(): void {
    this.#list.watch(filtersOf(this.place.search, FILTERS))
  }

  protected override render(): TemplateResult {
    const { search } = this.place
    const empty = emptyList({ search, filters: FILTERS, noMatch: 'No request matches', nothingYet: NOTHING_YET })
    return html`
      <header class="page-head">
        <h1>Requests</h1>
        <div class="buttons">
          ${isSandbox() ? html`<a class="button" href=${pageUrl('/requests/console')}>Open the console</a>` : nothing}
          ${csvLink('listRequests', filtersOf(search, FILTERS))}
        </div>
      </header>
      <form class="filters" role="search" aria-label="Requests" @submit=${(event: Event) => event.preventDefault()}>
        ${textFilter('Request id', 'request_id', search, { placeholder: 'x-request-id of the answer', wide: true })}
        ${selectFilter('Outcome', 'outcome', search, OUTCOMES)}
        ${selectFilter('Operation', 'operation', search, OPERATIONS)}
      </form>
      ${pagedTable(this.#list, { label: 'Requests', columns: [...COLUMNS, ...merchantColumn(search)], empty })}
      <p class="hint">
        The latest 1,000 that were answered and the latest 1,000 that were refused are kept, without bodies. Under load
        only some of those that were answered are.
      </p>
    `
  }
}
customElements.define('requests-page', RequestsPage)
