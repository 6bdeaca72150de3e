import { html, type TemplateResult } from 'lit'
import { keyed } from 'lit/directives/keyed.js'
import { SAID_ALOUD } from '../said-aloud.ts'
import { LightElement } from './light-element.ts'

/** What screen readers say and nobody sees. */
export class DashboardHeard extends LightElement {
  static override properties = { said: { state: true } }
  declare said: CustomEvent<string> | undefined

  override connectedCallback(): void {
    super.connectedCallback()
    addEventListener(SAID_ALOUD, this.#say)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener(SAID_ALOUD, this.#say)
  }

  readonly #say = (event: Event): void => void (this.said = event as CustomEvent<string>)

  /** The same words, said a second time, are a new line: only what is added is read out. */
  protected override render(): TemplateResult {
    return html`<div class="heard" aria-live="polite">${keyed(this.said, html`<p>${this.said?.detail}</p>`)}</div>`
  }
}
customElements.define('dashboard-heard', DashboardHeard)
