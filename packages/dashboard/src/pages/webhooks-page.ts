import type { DashboardAnswer, ShownSubscription } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { LiveQuery } from '../api/live-query.ts'
import { PagedList } from '../api/paged-list.ts'
import { pageUrl } from '../base-path.ts'
import { plain, shortEndpoint } from '../format/words.ts'
import { chosenMerchant, filtersOf, isSandbox } from '../session.ts'
import { emptyList } from '../ui/empty-list.ts'
import { emptyState, unread } from '../ui/empty-state.ts'
import { csvLink } from '../ui/csv-link.ts'
import { hasDraft } from '../ui/drafts.ts'
import { selectFilter } from '../ui/filters.ts'
import { pagedTable } from '../ui/paged-table.ts'
import { PageElement } from './page-element.ts'
import { deliveryColumns } from './webhooks/deliveries.ts'
import { EVENT_TYPES } from './webhooks/event-types.ts'
import './webhooks/new-subscription.ts'
import { sampleEventForm } from './webhooks/sample-event.ts'
import type { SubscriptionCard } from './webhooks/subscription-card.ts'
import './webhooks/subscription-card.ts'

const FILTERS = ['subscription', 'status', 'event_type'] as const
const STATUSES = ['pending', 'delivered', 'failed'].map((each) => [each, plain(each)] as const)
const TYPES = [...EVENT_TYPES, 'webhook_test'].map((each) => [each, plain(each)] as const)

type Endpoints = DashboardAnswer<'listSubscriptions'>

/** Endpoints with their health, and what became of every event. */
export class WebhooksPage extends PageElement {
  /** What is subscribed, and what was deleted while a change to it was being typed. */
  #shown: readonly ShownSubscription[] = []
  readonly #subscriptions = new LiveQuery(this, 'listSubscriptions', (now, isOfOther) => {
    this.#shown = this.#keepTyped(now, isOfOther ? [] : this.#shown)
  })
  readonly #deliveries = new PagedList(this, 'listDeliveries', ({ deliveries }) => deliveries)
  readonly #columns = deliveryColumns(
    (id) => this.#subscriptions.answer?.subscriptions.find((each) => each.id === id)?.status !== 'disabled',
  )

  /** Where it stood: an element that is moved loses the keyboard. */
  #keepTyped({ subscriptions }: Endpoints, before: readonly ShownSubscription[]): ShownSubscription[] {
    const shown = [...subscriptions]
    for (const [at, each] of before.entries()) {
      const isDeleted = !subscriptions.some(({ id }) => id === each.id)
      if (isDeleted && this.#isTypedInto(each.id)) shown.splice(at, 0, each)
    }
    return shown
  }

  #isTypedInto(id: string): boolean {
    const cards = Array.from(this.querySelectorAll<SubscriptionCard>('subscription-card'))
    return cards.some((card) => card.subscription.id === id && hasDraft(card))
  }

  #giveUp(given: ShownSubscription): void {
    this.#shown = this.#shown.filter((each) => each !== given)
    this.requestUpdate()
  }

  protected override willUpdate(): void {
    this.#subscriptions.watch({ query: filtersOf(this.place.search, []) })
    this.#deliveries.watch(filtersOf(this.place.search, FILTERS))
  }

  protected override render(): TemplateResult {
    const { search } = this.place
    const merchant = chosenMerchant(search)
    return html`
      <header class="page-head">
        <h1>Webhooks</h1>
        ${csvLink('listSubscriptions', filtersOf(search, []))}
      </header>
      ${this.#endpoints(merchant)}
      ${merchant === undefined ? nothing : html`<new-subscription .merchant=${merchant}></new-subscription>`}
      ${isSandbox() && merchant !== undefined ? html`<section class="panel">${sampleEventForm(merchant)}</section>` : nothing}
      <section aria-labelledby="deliveries-title">
        <header class="page-head">
          <h2 id="deliveries-title">Deliveries</h2>
          ${csvLink('listDeliveries', filtersOf(search, FILTERS))}
        </header>
        <form class="filters" role="search" aria-label="Deliveries" @submit=${(event: Event) => event.preventDefault()}>
          ${selectFilter('Endpoint', 'subscription', search, this.#endpointOptions())}
          ${selectFilter('Status', 'status', search, STATUSES)} ${selectFilter('Event', 'event_type', search, TYPES)}
        </form>
        ${pagedTable(this.#deliveries, { label: 'Deliveries', columns: this.#columns, empty: this.#noDeliveries() })}
      </section>
    `
  }

  #endpointOptions(): readonly (readonly [string, string])[] {
    return (this.#subscriptions.answer?.subscriptions ?? []).map(({ id, endpoint }) => [id, shortEndpoint(endpoint)])
  }

  #endpoints(merchant: string | undefined): TemplateResult {
    const { answer, error } = this.#subscriptions
    if (answer === undefined) return unread(error)
    if (this.#shown.length === 0) {
      return emptyState(
        'No endpoint is subscribed',
        html`<p>
          ${merchant === undefined ? 'Choose a merchant, and add' : 'Add'} one below: it is told of every payment that
          ends.
        </p>`,
      )
    }
    return html`<div class="cards">
      ${repeat(
        this.#shown,
        ({ id }) => id,
        (subscription) =>
          html`<subscription-card
            .subscription=${subscription}
            .isDeleted=${!answer.subscriptions.includes(subscription)}
            @given-up=${() => this.#giveUp(subscription)}
          ></subscription-card>`,
      )}
    </div>`
  }

  #noDeliveries(): TemplateResult {
    const next = html`<p>An event is delivered when a <a href=${pageUrl('/payments')}>payment</a> ends.</p>`
    return emptyList({
      search: this.place.search,
      filters: FILTERS,
      noMatch: 'No delivery matches',
      nothingYet: emptyState('No deliveries', next),
    })
  }
}
customElements.define('webhooks-page', WebhooksPage)
