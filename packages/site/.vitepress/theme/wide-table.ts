/** What is around a table: it can be scrolled by the keyboard, and fades at the end at which there is more. */
class WideTable extends HTMLElement {
  readonly #resized = new ResizeObserver(() => this.#look())

  connectedCallback(): void {
    for (const each of [this, ...this.children]) this.#resized.observe(each)
    this.addEventListener('scroll', this.#look, { passive: true })
  }

  disconnectedCallback(): void {
    this.#resized.disconnect()
  }

  readonly #look = (): void => {
    const rest = this.scrollWidth - this.clientWidth
    this.toggleAttribute('data-before', this.scrollLeft > 1)
    this.toggleAttribute('data-after', this.scrollLeft < rest - 1)
    if (rest > 1) this.#takeKeyboard()
    else for (const name of ['tabindex', 'role', 'aria-label']) this.removeAttribute(name)
  }

  #takeKeyboard(): void {
    const columns = Array.from(this.querySelectorAll('th'), ({ textContent }) => textContent.trim())
    this.tabIndex = 0
    this.setAttribute('role', 'region')
    this.setAttribute('aria-label', `Table: ${columns.filter((column) => column !== '').join(', ')}`)
  }
}

export const defineWideTable = (): void => {
  if (customElements.get('wide-table') === undefined) customElements.define('wide-table', WideTable)
}
