import { html, LitElement, type TemplateResult } from 'lit'
import { Router } from './router.ts'

const ITEMS = [
  { id: 'pouch', title: 'Pouch of 500 coins' },
  { id: 'chest', title: 'Chest of 1,200 coins' },
  { id: 'hoard', title: 'Hoard of 3,000 coins' },
] as const

/** A single-page app with three kinds of route; the payment is mounted with its route, and leaves with it. */
export class CoinApp extends LitElement {
  static override properties = { thanks: { state: true } }

  declare thanks: boolean
  readonly #router = new Router(this, '/app')
  #path: string | null = null

  constructor() {
    super()
    this.thanks = false
  }

  // In the page's own tree, so that the shop's styles reach it.
  protected override createRenderRoot(): HTMLElement {
    return this
  }

  protected override render(): TemplateResult {
    const [name, id] = this.#router.segments
    const item = ITEMS.find((known) => known.id === id)
    if (name === 'buy' && item) return this.#buy(item)
    return name === undefined ? this.#list() : this.#lost()
  }

  // Focus goes where the reader is: to the heading of the new route, but not when the page has just loaded.
  protected override updated(): void {
    if (this.#path !== null && this.#path !== location.pathname) this.querySelector('h1')?.focus()
    this.#path = location.pathname
  }

  #list(): TemplateResult {
    return html`<div class="intro">
        <h1 tabindex="-1">A small Lit app</h1>
        <p>Choose an item: its route mounts the element. Leave, and the element ends its session with it.</p>
      </div>
      ${this.thanks ? html`<p class="sheet" role="status">Thank you! The coins come with the webhook.</p>` : ''}
      <ul class="links">
        ${ITEMS.map((item) => html`<li>${this.#link(`/app/buy/${item.id}`, item.title)}</li>`)}
      </ul>`
  }

  #buy({ id, title }: (typeof ITEMS)[number]): TemplateResult {
    return html`<div class="intro">
        <p>${this.#link('/app', '← All items')}</p>
        <h1 tabindex="-1">${title}</h1>
      </div>
      <coin-slot
        class="sheet"
        data-accent="#5b36d6"
        endpoint="/coinslot"
        item=${id}
        open
        @coinslot-success=${() => this.#leave(true)}
        @coinslot-close=${() => this.#leave(false)}
      ></coin-slot>`
  }

  #lost(): TemplateResult {
    return html`<div class="intro">
      <h1 tabindex="-1">No such route</h1>
      <p>${this.#link('/app', '← All items')}</p>
    </div>`
  }

  #link(path: string, text: string): TemplateResult {
    return html`<a href=${path} @click=${this.#router.follow}>${text}</a>`
  }

  #leave(thanks: boolean): void {
    this.thanks = thanks
    this.#router.go('/app')
  }
}
