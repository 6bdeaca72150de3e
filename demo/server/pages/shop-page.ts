import { CATALOGUE, type ShopItem } from '../catalogue.ts'
import { type Html, html } from './html.ts'
import { ACCENT, layout, type PageContext } from './layout.ts'

/** The shop itself: every item with its two ways to pay. */
export const shopPage = (context: PageContext, head: Html): Html =>
  layout(context, {
    title: 'Coin shop',
    head: html`${head}
      <script type="module" nonce="${context.nonce}" src="/assets/slot.js"></script>`,
    body: html`<div class="intro">
        <h1>Fill your purse, ${context.player.name}</h1>
        <p>
          Pick a treasure and pay in the widget. Your coins arrive the moment the shop's backend has verified the
          webhook.
        </p>
      </div>
      <ul class="items">
        ${CATALOGUE.map(card)}
      </ul>`,
  })

const card = (item: ShopItem): Html =>
  html`<li class="item">
    <article aria-labelledby="${item.id}-title">
      <img src="/public/${item.image}" alt="" width="320" height="220" />
      <div class="about">
        <h2 id="${item.id}-title">${item.title}</h2>
        <p>${item.description}</p>
        ${item.identityFirst ? html`<p class="badge">Identity check first</p>` : ''}
        <p class="price">$${item.amount}</p>
      </div>
      <div class="actions">
        <coin-slot
          data-accent="${ACCENT}"
          endpoint="/coinslot"
          item="${item.id}"
          mode="modal"
          label="Buy: ${item.title}"
        >
          <button class="primary" aria-label="Buy ${item.title}">Buy</button>
        </coin-slot>
        <form method="post" action="/pay/${item.id}">
          <button class="quiet" aria-label="Pay on a hosted page: ${item.title}">Pay on a hosted page</button>
        </form>
      </div>
    </article>
  </li>`
