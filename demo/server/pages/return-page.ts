import type { PaymentStatus } from '@coinslot/contract'
import { type Html, html } from './html.ts'
import { layout, type PageContext } from './layout.ts'

const NEWS: Readonly<Record<PaymentStatus, string>> = {
  Approved: 'Your payment was approved. Your coins arrive with the webhook: watch the balance above.',
  Declined: 'Your payment was declined. You have not been charged; you can try again with another card.',
  Expired: 'The time to pay has run out. You have not been charged; you can start again.',
  Created: 'You have not paid, and nothing was charged. What you picked is still in the shop.',
}

/** Where the hosted page sends the buyer back to, and what has become of the payment: null where nobody can tell. */
export const returnPage = (context: PageContext, status: PaymentStatus | null): Html =>
  layout(context, {
    title: 'Welcome back',
    body: html`<div class="intro">
      <h1>Welcome back, ${context.player.name}</h1>
      <p>
        ${status === null ? 'Coins that you have paid for arrive by themselves: watch the balance above.' : NEWS[status]}
      </p>
      <p><a class="primary" href="/">Back to the shop</a></p>
    </div>`,
  })

export const notFoundPage = (context: PageContext): Html =>
  layout(context, {
    title: 'Not found',
    body: html`<div class="intro">
      <h1>Nothing here but cobwebs</h1>
      <p>This page does not exist.</p>
      <p><a class="primary" href="/">Back to the shop</a></p>
    </div>`,
  })

export const unavailablePage = (context: PageContext): Html =>
  layout(context, {
    title: 'Not possible now',
    body: html`<div class="intro">
      <h1>The till is jammed</h1>
      <p>The payment service does not answer. Nothing was charged; try again in a moment.</p>
      <p><a class="primary" href="/">Back to the shop</a></p>
    </div>`,
  })
