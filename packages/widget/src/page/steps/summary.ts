import type { SessionView } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import type { Messages } from '../messages/messages.ts'
import type { StepContext } from '../step-context.ts'
import { itemMark } from '../ui/item-mark.ts'

/** What is bought, and for how much; its title is the page's heading while the buyer pays. */
export const summary = (view: SessionView, { formats, messages }: StepContext): TemplateResult | typeof nothing => {
  const { item } = view
  if (!item) return nothing
  const title =
    view.step === 'pay'
      ? html`<h1 tabindex="-1"><bdi>${item.title}</bdi></h1>`
      : html`<p class="title"><bdi>${item.title}</bdi></p>`
  return html`
    <section class="summary">
      ${itemMark(item.picture)}
      <div class="what">
        ${title}
        ${item.description === null ? nothing : html`<p class="description"><bdi>${item.description}</bdi></p>`}
      </div>
      <p class="price">
        <span class="total">${messages.total}</span>
        <strong>${formats.price(item.amount, item.currency)}</strong>
      </p>
    </section>
  `
}

const blank = html`<span class="blank" aria-hidden="true">&nbsp;</span>`

/** Keeps the summary's place until the service has said what is bought: nobody else's word for it is shown. */
export const pendingSummary = (messages: Messages): TemplateResult => html`
  <section class="summary pending" aria-busy="true">
    <h1 class="unseen">${messages.documentTitle}</h1>
    <p class="unseen">${messages.loading}</p>
    ${itemMark(null)}
    <div class="what"><p class="title">${blank}</p></div>
    <p class="price"><span class="total">${messages.total}</span><strong>${blank}</strong></p>
  </section>
`
