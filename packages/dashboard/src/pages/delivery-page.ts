import type { DeliveryDetail } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { LiveQuery } from '../api/live-query.ts'
import { pageUrl } from '../base-path.ts'
import { duration } from '../format/time.ts'
import { capital, failureName, plain } from '../format/words.ts'
import { sayAloud } from '../said-aloud.ts'
import { backLink } from '../ui/back-link.ts'
import { copyId } from '../ui/copy-id.ts'
import { emptyState, unread } from '../ui/empty-state.ts'
import { fact } from '../ui/fact.ts'
import { codeBlock, readable } from '../ui/json-view.ts'
import { badge } from '../ui/status-badge.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'
import { replayButton } from './webhooks/replay-button.ts'

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

type Attempt = DeliveryDetail['delivery']['attempts'][number]

const answerOf = ({ failure, status_code }: Pick<Attempt, 'failure' | 'status_code'>): string =>
  failure === null ? `status ${status_code}` : failureName(failure, status_code)

/** One event on its way to one endpoint: what was sent each time, and what came back. */
export class DeliveryPage extends PageElement {
  static override properties = { ...PageElement.properties, deliveryId: { attribute: false } }
  declare deliveryId: string
  readonly #detail = new LiveQuery(this, 'readDelivery', (answer) => this.#tellNewer(answer))

  protected override willUpdate(): void {
    this.#detail.watch({ id: this.deliveryId })
  }

  /** An attempt made while one looks is heard as well. */
  #tellNewer({ delivery: { attempts } }: DeliveryDetail): void {
    const shown = this.#detail.answer?.delivery.attempts.length
    const last = attempts.at(-1)
    if (last && shown !== undefined && shown < attempts.length)
      sayAloud(`Attempt ${attempts.length}: ${answerOf(last)}`)
  }

  protected override render(): TemplateResult {
    const { answer, error } = this.#detail
    return html`
      ${backLink('/webhooks', 'Webhooks')}
      ${
        answer === undefined
          ? html`<h1>Delivery</h1>
              ${unread(error)}`
          : this.#shown(answer)
      }
    `
  }

  #shown({ delivery, subscription_enabled: isEnabled, body, sent }: DeliveryDetail): TemplateResult {
    const { payment_intent_id: payment, subscription_id: endpoint } = delivery
    return html`
      <header class="page-head">
        <div>
          <h1>${capital(plain(delivery.event_type))}</h1>
          <p class="lead">
            ${badge(delivery.status)} <span id="delivery-about">to <code>${delivery.endpoint}</code></span>
            ${payment === null ? '' : html`<span>about ${copyId(payment, pageUrl(`/payments/${payment}`))}</span>`}
          </p>
        </div>
        ${replayButton(delivery.id, { describedBy: 'delivery-about', isEnabled })}
      </header>
      <dl class="figures panel">
        ${fact('Delivery', copyId(delivery.id))} ${fact('Event', copyId(delivery.event_id))}
        ${fact('Endpoint', copyId(endpoint, pageUrl(`/webhooks?subscription=${endpoint}`)))}
      </dl>
      <section class="panel" aria-labelledby="body-title">
        <h2 id="body-title">Body</h2>
        ${codeBlock('Body, laid out to be read', readable(body))}
        <details class="disclosure">
          <summary>Byte for byte, as it is signed and sent</summary>
          ${codeBlock('Body as it is sent', body)}
        </details>
      </section>
      <section aria-labelledby="attempts-title">
        <h2 id="attempts-title">Attempts</h2>
        ${
          delivery.attempts.length === 0
            ? emptyState('Not tried yet', html`<p>It is tried within a second of being due.</p>`)
            : this.#attempts(delivery.attempts, sent)
        }
      </section>
    `
  }

  /** The newest first; what is opened of one stays with it as another comes above it. */
  #attempts(attempts: readonly Attempt[], sent: DeliveryDetail['sent']): unknown {
    return repeat(
      attempts.map((attempt, index) => ({ attempt, index })).toReversed(),
      ({ attempt }) => attempt.at,
      ({ attempt, index }) => this.#attempt(attempt, index, sent[index]),
    )
  }

  #attempt(
    { at, duration_ms, status_code, failure }: Attempt,
    index: number,
    sent: DeliveryDetail['sent'][number] | undefined,
  ): TemplateResult {
    const said = answerOf({ failure, status_code })
    const name = `Attempt ${index + 1}`
    return html`<article class="panel" aria-label=${name}>
      <header class="panel-head">
        <h3>${name}</h3>
        ${badge(failure === null ? 'delivered' : 'failed')}
      </header>
      <p>${timeStamp(at)}, ${said} after ${duration(duration_ms)}</p>
      <details class="disclosure">
        <summary>Headers that were sent</summary>
        ${codeBlock(`Headers of attempt ${index + 1}`, headerLines(sent?.headers ?? {}))}
        ${sent?.exact === false ? html`<p>A key that signed is no longer kept, or cannot be read: the signature is not the one that was sent.</p>` : ''}
      </details>
    </article>`
  }
}
customElements.define('delivery-page', DeliveryPage)
