import type { PaymentDetail, PaymentRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { ask } from '../api/api.ts'
import { LiveQuery } from '../api/live-query.ts'
import { pageUrl } from '../base-path.ts'
import { money } from '../format/money.ts'
import { outcomeName, plain, shortEndpoint } from '../format/words.ts'
import { isOperator, isSandbox } from '../session.ts'
import { backLink } from '../ui/back-link.ts'
import { copyId, copyText } from '../ui/copy-id.ts'
import { unread } from '../ui/empty-state.ts'
import { fact } from '../ui/fact.ts'
import { jsonBlock } from '../ui/json-view.ts'
import { merchantLink } from '../ui/merchant-names.ts'
import { attempt } from '../ui/notices.ts'
import { onPress } from '../ui/one-press.ts'
import { badge } from '../ui/status-badge.ts'
import { timeStamp } from '../ui/time-stamp.ts'
import { PageElement } from './page-element.ts'
import { timeline } from './payment/timeline.ts'
import { replayButton } from './webhooks/replay-button.ts'

const endOf = ({
  status,
  finalised_at: endedAt,
  expires_at: expiresAt,
}: PaymentRow): TemplateResult | typeof nothing => {
  if (endedAt !== null) return fact('Ended', timeStamp(endedAt))
  return status === 'Refused' ? nothing : fact('Expires', timeStamp(expiresAt))
}

const facts = (payment: PaymentRow): TemplateResult =>
  html`<dl class="facts">
    ${fact('Payment', copyId(payment.id))} ${fact('Created', timeStamp(payment.created_at))} ${endOf(payment)}
    ${fact('Item', payment.item_id)}
    ${payment.reference === null ? nothing : fact('Reference', copyText(payment.reference, 'Copy the reference'))}
    ${payment.buyer_id === null ? nothing : fact('Buyer', copyText(payment.buyer_id, "Copy the buyer's id"))}
    ${fact('Mode', payment.mode === 'widget' ? 'Widget' : 'Hosted page')} ${fact('Client', copyId(payment.client_id))}
    ${isOperator() ? fact('Merchant', merchantLink(payment.merchant_id)) : nothing}
  </dl>`

const HIDDEN = 'Each ••• is a value that is not kept: personal data, keys, and members that the API does not know.'
const FROM_BEFORE = ' This payment is from before e-mail addresses, wallets and unknown members were noted.'

/** One payment: what happened to it, what was asked and answered, and what can be sent again. */
export class PaymentPage extends PageElement {
  static override properties = { ...PageElement.properties, paymentId: { attribute: false } }
  declare paymentId: string
  readonly #detail = new LiveQuery(this, 'readPayment')

  protected override willUpdate(): void {
    this.#detail.watch({ id: this.paymentId })
  }

  protected override render(): TemplateResult {
    const { answer, error } = this.#detail
    return html`
      ${backLink('/payments', 'All payments', 'Payments that match')}
      ${
        answer === undefined
          ? html`<h1>Payment</h1>
              ${unread(error)}`
          : this.#shown(answer)
      }
    `
  }

  #shown({ payment, timeline: entries, deliveries, exchange }: PaymentDetail): TemplateResult {
    return html`
      <header class="page-head">
        <div>
          <h1 class="long">${payment.item_title}</h1>
          <p class="lead">
            <span class="amount">${money(payment.amount, payment.currency)}</span> ${badge(payment.status)}
            ${payment.error_code === null ? nothing : html`<small>${payment.error_code}: ${outcomeName(payment.error_code)}</small>`}
          </p>
        </div>
        ${isSandbox() && payment.status === 'Created' ? this.#expireButton(payment) : nothing}
      </header>
      <div class="split">
        <section class="panel" aria-labelledby="timeline-title">
          <h2 id="timeline-title">What happened</h2>
          ${timeline(entries)}
        </section>
        <div class="stack">
          ${deliveries.length === 0 ? nothing : this.#deliveries(deliveries)}
          <section class="panel" aria-labelledby="facts-title">
            <h2 id="facts-title">Payment</h2>
            ${facts(payment)}
          </section>
        </div>
      </div>
      <section class="panel" aria-labelledby="exchange-title">
        <h2 id="exchange-title">What you asked, and were answered</h2>
        <p class="lead"><code>POST ${exchange.path}</code> ${badge(String(exchange.status), 'good')}</p>
        <div class="split even">
          ${jsonBlock('What was asked', exchange.asked)} ${jsonBlock('What was answered', exchange.answered)}
        </div>
        <p class="hint">${HIDDEN}${exchange.is_whole ? nothing : FROM_BEFORE}</p>
      </section>
    `
  }

  #expireButton({ id }: PaymentRow): TemplateResult {
    const expire = onPress(() => attempt(ask('expirePayment', { id }), 'The intent has expired'))
    return html`<button type="button" class="wa-outlined wa-neutral" @click=${expire}>Let it expire</button>`
  }

  #deliveries(deliveries: PaymentDetail['deliveries']): TemplateResult {
    return html`<section class="panel" aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Webhooks</h2>
      <ul class="plain-list">
        ${repeat(
          deliveries,
          ({ id }) => id,
          (delivery) => {
            const about = `delivery-${delivery.id}`
            return html`<li>
              <div id=${about}>
                <a href=${pageUrl(`/webhooks/deliveries/${delivery.id}`)}>${plain(delivery.event_type)}</a>
                ${badge(delivery.status)}
                <small>${shortEndpoint(delivery.endpoint)}${delivery.subscription_enabled ? '' : ', disabled'}</small>
              </div>
              ${replayButton(delivery.id, { describedBy: about, isEnabled: delivery.subscription_enabled })}
            </li>`
          },
        )}
      </ul>
    </section>`
  }
}
customElements.define('payment-page', PaymentPage)
