import type { IdentityCheck } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { PagedList } from '../api/paged-list.ts'
import { pageUrl } from '../base-path.ts'
import { filtersOf } from '../session.ts'
import { copyId } from '../ui/copy-id.ts'
import type { Column } from '../ui/data-table.ts'
import { emptyList } from '../ui/empty-list.ts'
import { emptyState } from '../ui/empty-state.ts'
import { csvLink } from '../ui/csv-link.ts'
import { selectFilter } from '../ui/filters.ts'
import { merchantColumn } from '../ui/merchant-names.ts'
import { pagedTable } from '../ui/paged-table.ts'
import { badge } from '../ui/status-badge.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'

const FILTERS = ['level', 'state'] as const
const LEVELS = ['1', '2', '3'].map((each) => [each, `Level ${each}`] as const)
const STATES = ['open', 'submitted', 'pending', 'approved', 'rejected', 'lapsed'].map((each) => [each, each] as const)

const COLUMNS: readonly Column<IdentityCheck>[] = [
  { title: 'Started', place: 'under', cell: (row) => timeStamp(row.created_at) },
  {
    title: 'Customer',
    place: 'lead',
    cell: (row) =>
      html`<span class="two-lines">
        <span>${row.external_id ?? 'No id of yours'}</span>
        <small>${[row.email, row.wallet].filter((part) => part !== null).join(' · ')}</small>
      </span>`,
  },
  { title: 'Level', align: 'end', cell: (row) => row.level },
  { title: 'Outcome', place: 'trail', cell: (row) => badge(row.state) },
  {
    title: 'Payment',
    cell: (row) =>
      row.payment_intent_id === null
        ? '–'
        : copyId(row.payment_intent_id, pageUrl(`/payments/${row.payment_intent_id}`)),
  },
  { title: 'Check', place: 'foot', cell: (row) => copyId(row.id) },
]

const NOTHING_YET = emptyState(
  'No identity checks',
  html`<p>Start one with <code>POST /compliance/v2/kyc</code>, or let a payment ask for it.</p>`,
)

/** Identity checks by level and outcome, without what was shown in them. */
export class IdentityPage extends PageElement {
  readonly #list = new PagedList(this, 'listIdentityChecks', ({ checks }) => checks)

  protected override willUpdate(): void {
    this.#list.watch(filtersOf(this.place.search, FILTERS))
  }

  protected override render(): TemplateResult {
    const { search } = this.place
    const empty = emptyList({ search, filters: FILTERS, noMatch: 'No identity check matches', nothingYet: NOTHING_YET })
    return html`
      <header class="page-head">
        <h1>Identity checks</h1>
        ${csvLink('listIdentityChecks', filtersOf(search, FILTERS))}
      </header>
      <form
        class="filters"
        role="search"
        aria-label="Identity checks"
        @submit=${(event: Event) => event.preventDefault()}
      >
        ${selectFilter('Level', 'level', search, LEVELS)} ${selectFilter('Outcome', 'state', search, STATES)}
      </form>
      ${pagedTable(this.#list, { label: 'Identity checks', columns: [...COLUMNS, ...merchantColumn(search)], empty })}
      <p class="hint">Names, documents and numbers are never shown here; e-mail addresses and wallets are masked.</p>
    `
  }
}
customElements.define('identity-page', IdentityPage)
