import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { LiveQuery } from '../api/live-query.ts'
import { PagedList } from '../api/paged-list.ts'
import { pageUrl } from '../base-path.ts'
import { plain, shortEndpoint } from '../format/words.ts'
import { chosenMerchant, filtersOf, isSandbox } from '../session.ts'
import { dataTable } from '../ui/data-table.ts'
import { emptyState, errorState, loading } from '../ui/empty-state.ts'
import { csvLink, selectFilter } from '../ui/filters.ts'
import { listEnd } from '../ui/list-end.ts'
import { PageElement } from './page-element.ts'
import { DELIVERY_COLUMNS } from './webhooks/deliveries.ts'
import './webhooks/new-subscription.ts'
import { sampleEventForm } from './webhooks/sample-event.ts'
import './webhooks/subscription-card.ts'

const FILTERS = ['subscription', 'status', 'event_type'] as const
const STATUSES = ['pending', 'delivered', 'failed'].map((each) => [each, plain(each)] as const)
const TYPES = [
  'payment_approved',
  'payment_declined',
  'payment_expired',
  'kyc_approved',
  'kyc_rejected',
  'webhook_test',
].map((each) => [each, plain(each)] as const)

/** Endpoints with their health, and what became of every event. */
export class WebhooksPage extends PageElement {
  readonly #subscriptions = new LiveQuery(this, 'listSubscriptions')
  readonly #deliveries = new PagedList(this, 'listDeliveries', ({ deliveries }) => deliveries)

  protected override willUpdate(): void {
    this.#subscriptions.watch({ query: filtersOf(this.place.search, []) })
    this.#deliveries.watch(filtersOf(this.place.search, FILTERS))
  }

  protected override render(): TemplateResult {
    const { search } = this.place
    const merchant = chosenMerchant(search)
    return html`
      <header class="page-head"><h1>Webhooks</h1></header>
      ${this.#endpoints()}
      ${merchant === undefined ? nothing : html`<new-subscription .merchant=${merchant}></new-subscription>`}
      <section aria-labelledby="deliveries-title">
        <header class="page-head">
          <h2 id="deliveries-title">Deliveries</h2>
          ${csvLink('listDeliveries', filtersOf(search, FILTERS))}
        </header>
        <form class="filters" role="search" aria-label="Deliveries" @submit=${(event: Event) => event.preventDefault()}>
          ${selectFilter('Endpoint', 'subscription', search, this.#endpointOptions())}
          ${selectFilter('Status', 'status', search, STATUSES)} ${selectFilter('Event', 'event_type', search, TYPES)}
        </form>
        ${this.#rows()}
      </section>
      ${isSandbox() && merchant !== undefined ? html`<section class="panel">${sampleEventForm(merchant)}</section>` : nothing}
    `
  }

  #endpointOptions(): readonly (readonly [string, string])[] {
    return (this.#subscriptions.answer?.subscriptions ?? []).map(({ id, endpoint }) => [id, shortEndpoint(endpoint)])
  }

  #endpoints(): TemplateResult {
    const { answer, error } = this.#subscriptions
    if (answer === undefined) return error ? errorState(error) : loading(3)
    if (answer.subscriptions.length === 0) {
      return emptyState('No endpoint is subscribed', html`<p>Add one below: it is told of every payment that ends.</p>`)
    }
    return html`<div class="cards">
      ${repeat(
        answer.subscriptions,
        ({ id }) => id,
        (subscription) => html`<subscription-card .subscription=${subscription}></subscription-card>`,
      )}
    </div>`
  }

  #rows(): TemplateResult {
    const { rows, live } = this.#deliveries
    if (rows === undefined) return live.error ? errorState(live.error) : loading()
    if (rows.length === 0) {
      const next = html`<p>An event is delivered when a <a href=${pageUrl('/payments')}>payment</a> ends.</p>`
      return html`${emptyState('No deliveries', next)} ${listEnd(this.#deliveries)}`
    }
    return html`
      ${dataTable({ label: 'Deliveries', columns: DELIVERY_COLUMNS, rows, key: ({ id }) => id })}
      ${listEnd(this.#deliveries)}
    `
  }
}
customElements.define('webhooks-page', WebhooksPage)
