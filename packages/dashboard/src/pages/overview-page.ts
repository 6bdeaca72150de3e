import type { Overview } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { LiveQuery } from '../api/live-query.ts'
import { pageUrl } from '../base-path.ts'
import { money, percent, whole } from '../format/money.ts'
import { duration } from '../format/time.ts'
import { outcomeName, plain } from '../format/words.ts'
import { setFilters } from '../router.ts'
import { sayAloud } from '../said-aloud.ts'
import { filtersOf, isSandbox } from '../session.ts'
import { dataTable } from '../ui/data-table.ts'
import { emptyState, unread } from '../ui/empty-state.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'

const RANGES = [
  ['24h', 'Last 24 hours'],
  ['7d', 'Last 7 days'],
] as const

const tile = (name: string, value: unknown, under: unknown = nothing): TemplateResult => html`
  <div class="tile">
    <dt>${name}</dt>
    <dd>${value}</dd>
    <dd class="tile-under">${under}</dd>
  </div>
`

const tiles = ({ totals, volume, approval_rate, delivery }: Overview): TemplateResult =>
  html`<dl class="tiles">
    ${tile('Approved', whole(totals.approved), volume.map(({ amount, currency }) => money(amount, currency)).join(' and '))}
    ${tile('Approval rate', approval_rate === null ? '–' : percent(approval_rate), 'of payments that have ended')}
    ${tile(
      'Webhooks arrive in',
      delivery.p50_ms === null ? '–' : duration(delivery.p50_ms),
      delivery.p95_ms === null ? 'no deliveries yet' : `95 of 100 within ${duration(delivery.p95_ms)}`,
    )}
    ${tile(
      'Deliveries waiting',
      delivery.waiting >= 1_000 ? '1,000+' : whole(delivery.waiting),
      delivery.oldest_due_at === null ? 'none is overdue' : html`oldest due ${timeStamp(delivery.oldest_due_at)}`,
    )}
  </dl>`

const share = (part: number, all: number): string => (all === 0 ? '–' : percent(part / all))

const funnel = ({ funnel: { created, opened, attempted, approved } }: Overview): TemplateResult => {
  const steps = [
    ['Created', created],
    ['Opened', opened],
    ['Tried a card', attempted],
    ['Approved', approved],
  ] as const
  return html`<section class="panel" aria-labelledby="funnel-title">
    <h2 id="funnel-title">How far buyers come</h2>
    <ol class="funnel">
      ${steps.map(
        ([name, count]) =>
          html`<li>
            <span>${name}</span><span class="count">${whole(count)}</span
            ><span class="count share">${share(count, created)}</span>
            <progress aria-label=${name} max=${Math.max(1, created)} value=${count}></progress>
          </li>`,
      )}
    </ol>
  </section>`
}

const refusals = ({ refusals: rows }: Overview): TemplateResult => {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return html`<section class="panel" aria-labelledby="refusals-title">
    <h2 id="refusals-title">Why buyers were refused</h2>
    ${
      rows.length === 0
        ? html`<p class="hint">Nobody was.</p>`
        : html`<ol class="funnel">
            ${rows.map(({ reason, count }) => {
              const name = reason.startsWith('ERR') ? `${outcomeName(reason)} (${reason})` : plain(reason)
              return html`<li>
                <span>${name}</span><span class="count">${whole(count)}</span>
                <progress aria-label=${name} max=${most} value=${count}></progress>
              </li>`
            })}
          </ol>`
    }
  </section>`
}

const hours = ({ hours: rows }: Overview): TemplateResult => {
  const current = rows.at(-1)
  return html`<section class="panel" aria-labelledby="hours-title">
    <h2 id="hours-title">Payments per hour</h2>
    <hour-chart .hours=${rows}></hour-chart>
    <p class="hint">The last hour, which is shaded, is not over yet.</p>
    <details class="disclosure">
      <summary>As a table</summary>
      ${dataTable({
        label: 'Payments per hour',
        columns: [
          {
            title: 'Hour',
            place: 'lead',
            cell: ({ at }) => html`${timeStamp(at)}${at === current?.at ? ' so far' : nothing}`,
          },
          { title: 'Created', align: 'end', cell: ({ created }) => whole(created) },
          { title: 'Approved', align: 'end', cell: ({ approved }) => whole(approved) },
          { title: 'Declined', align: 'end', cell: ({ declined }) => whole(declined) },
          { title: 'Expired', align: 'end', cell: ({ expired }) => whole(expired) },
          { title: 'Refused', align: 'end', cell: ({ refused }) => whole(refused) },
        ],
        rows: rows.toReversed(),
        key: ({ at }) => at,
      })}
    </details>
  </section>`
}

/** How payments and deliveries do. */
export class OverviewPage extends PageElement {
  readonly #overview = new LiveQuery(this, 'readOverview', (answer, isOfOther) => isOfOther && this.#tell(answer))

  override connectedCallback(): void {
    super.connectedCallback()
    // The chart comes after what can be read without it.
    void import('./overview/hour-chart.ts')
  }

  protected override willUpdate(): void {
    this.#overview.watch({ query: filtersOf(this.place.search, ['range']) })
  }

  get #range(): string {
    return this.filter('range') || '24h'
  }

  #tell({ totals }: Overview): void {
    const range = RANGES.find(([value]) => value === this.#range)?.[1]
    sayAloud(`${range}: ${whole(totals.approved)} approved`)
  }

  protected override render(): TemplateResult {
    const { answer, error } = this.#overview
    const choose = (event: Event) => setFilters({ range: (event.target as HTMLSelectElement).value })
    return html`
      <header class="page-head">
        <h1>Overview</h1>
        <label class="field inline">
          <span>Show</span>
          <select @change=${choose}>
            ${RANGES.map(([value, text]) => html`<option value=${value} .selected=${value === this.#range}>${text}</option>`)}
          </select>
        </label>
      </header>
      ${answer === undefined ? unread(error) : this.#shown(answer)}
    `
  }

  #shown(overview: Overview): TemplateResult {
    const { totals } = overview
    if (totals.created + totals.refused === 0) {
      const next = html`<p>
        ${isSandbox() ? html`<a href=${pageUrl('/requests/console')}>Create an intent in the console</a>` : 'Create an intent'},
        or look at <a href=${pageUrl('/payments')}>earlier payments</a>.
      </p>`
      return html`${tiles(overview)} ${emptyState('No payments in this time', next)}`
    }
    return html`${tiles(overview)} ${hours(overview)}
      <div class="split even">${funnel(overview)} ${refusals(overview)}</div>`
  }
}
customElements.define('overview-page', OverviewPage)
