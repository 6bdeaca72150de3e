import type { PaymentRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { PagedList } from '../api/paged-list.ts'
import { pageUrl } from '../base-path.ts'
import { amountText, money } from '../format/money.ts'
import { outcomeName } from '../format/words.ts'
import { filtersOf } from '../session.ts'
import { copyId } from '../ui/copy-id.ts'
import type { Column } from '../ui/data-table.ts'
import { emptyList } from '../ui/empty-list.ts'
import { emptyState } from '../ui/empty-state.ts'
import { csvLink } from '../ui/csv-link.ts'
import { selectFilter, textFilter, timeFilter } from '../ui/filters.ts'
import { merchantColumn } from '../ui/merchant-names.ts'
import { pagedTable } from '../ui/paged-table.ts'
import { badge } from '../ui/status-badge.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'

const FILTERS = [
  'status',
  'mode',
  'created_from',
  'created_to',
  'amount_min',
  'amount_max',
  'reference',
  'id',
  'text',
] as const
const MORE_FILTERS = FILTERS.filter((name) => !['text', 'status', 'mode'].includes(name))

const STATUSES = ['Created', 'Approved', 'Declined', 'Expired', 'Refused'].map((each) => [each, each] as const)
const MODES = [
  ['widget', 'Widget'],
  ['redirect', 'Hosted page'],
] as const
const AMOUNT = { inputMode: 'decimal', accept: amountText, wanted: 'An amount such as 9.99, up to 999999.99' } as const
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Each name by itself: two from right to left, side by side, would change places. */
const about = ({ item_id, buyer_id, reference, mode }: PaymentRow): TemplateResult =>
  html`<bdi>${item_id}</bdi>${buyer_id === null ? nothing : html` · buyer <bdi>${buyer_id}</bdi>`}${
      reference === null ? nothing : html` · <bdi>${reference}</bdi>`
    }${mode === 'redirect' ? ' · hosted page' : nothing}`

const COLUMNS: readonly Column<PaymentRow>[] = [
  { title: 'Created', place: 'under', cell: (row) => timeStamp(row.created_at) },
  {
    title: 'Item',
    place: 'lead',
    cell: (row) => html`<span class="two-lines"><span>${row.item_title}</span><small>${about(row)}</small></span>`,
  },
  { title: 'Amount', align: 'end', place: 'trail', cell: (row) => money(row.amount, row.currency) },
  {
    title: 'Status',
    place: 'aside',
    cell: (row) =>
      row.error_code === null
        ? badge(row.status)
        : html`<span title=${outcomeName(row.error_code)}>${badge(row.status)}</span> <small>${row.error_code}</small>`,
  },
  { title: 'Payment', place: 'foot', cell: (row) => copyId(row.id, pageUrl(`/payments/${row.id}`)) },
]

/** Every payment, the newest first. */
export class PaymentsPage extends PageElement {
  readonly #list = new PagedList(this, 'listPayments', ({ payments }) => payments)
  /** They stay where one was emptied, since another value may follow. */
  #showsMore = false

  protected override willUpdate(): void {
    this.#showsMore ||= MORE_FILTERS.some((name) => this.place.search.has(name))
    this.#list.watch(filtersOf(this.place.search, FILTERS))
  }

  protected override render(): TemplateResult {
    const { search } = this.place
    return html`
      <header class="page-head">
        <h1>Payments</h1>
        ${csvLink('listPayments', filtersOf(search, FILTERS))}
      </header>
      <form class="filters" role="search" aria-label="Payments" @submit=${(event: Event) => event.preventDefault()}>
        ${textFilter('Search', 'text', search, { placeholder: 'Item, reference or buyer', wide: true })}
        ${selectFilter('Status', 'status', search, STATUSES)} ${selectFilter('Mode', 'mode', search, MODES)}
        <details class="more-filters" ?open=${this.#showsMore}>
          <summary>More filters</summary>
          <div class="filters">
            ${timeFilter('From', 'created_from', search)} ${timeFilter('To', 'created_to', search)}
            ${textFilter('At least', 'amount_min', search, { placeholder: '0.01', ...AMOUNT })}
            ${textFilter('At most', 'amount_max', search, { placeholder: '999999.99', ...AMOUNT })}
            ${textFilter('Reference', 'reference', search, { placeholder: 'The whole of it' })}
            ${textFilter('Payment id', 'id', search, {
              placeholder: 'The whole of it',
              accept: (text) => (text === '' || UUID.test(text) ? text : undefined),
              wanted: 'The whole id of a payment, as its copy button gives it',
            })}
          </div>
        </details>
      </form>
      ${pagedTable(this.#list, { label: 'Payments', columns: [...COLUMNS, ...merchantColumn(search)], empty: this.#empty() })}
    `
  }

  #empty(): TemplateResult {
    const next = html`<p>
      Create one with <code>POST /payments/v2/intent</code>, or
      <a href=${pageUrl('/requests/console')}>from the console</a>.
    </p>`
    return emptyList({
      search: this.place.search,
      filters: FILTERS,
      noMatch: 'No payment matches',
      nothingYet: emptyState('No payments yet', next),
    })
  }
}
customElements.define('payments-page', PaymentsPage)
