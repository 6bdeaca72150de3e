import { type Html, html } from './html.ts'
import { layout, type PageContext } from './layout.ts'

/** Where the hosted page sends the buyer back to. It promises nothing: only the webhook knows. */
export const returnPage = (context: PageContext): Html =>
  layout(context, {
    title: 'Welcome back',
    body: html`<div class="intro">
      <h1>Welcome back, ${context.player.name}</h1>
      <p>If you have paid, your coins arrive with the webhook: watch the balance above.</p>
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
