import { html, nothing, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { codeBlock } from '../../ui/json-view.ts'
import { LightElement } from '../../ui/light-element.ts'
import { attempt } from '../../ui/notices.ts'

/** Adds an endpoint; its signing key is shown once. */
export class NewSubscription extends LightElement {
  static override properties = { merchant: { attribute: false }, revealed: { state: true } }
  declare merchant: string | undefined
  declare revealed: string

  constructor() {
    super()
    this.revealed = ''
  }

  async #create(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    const form = event.target as HTMLFormElement
    const given = new FormData(form)
    const body = {
      merchant: this.merchant,
      endpoint: String(given.get('endpoint')),
      description: String(given.get('description')),
    }
    const answer = await attempt(ask('createSubscription', { body }), 'The endpoint is subscribed: keep its key now')
    if (answer === undefined) return
    this.revealed = answer.signing_key
    form.reset()
  }

  protected override render(): TemplateResult {
    return html`<details class="panel disclosure">
      <summary>Add an endpoint</summary>
      <form class="inline-form" @submit=${this.#create}>
        <label class="field" data-wide>
          <span>Endpoint</span>
          <input type="url" name="endpoint" required placeholder="https://shop.example/webhooks" />
        </label>
        <label class="field"><span>Description</span><input name="description" maxlength="255" /></label>
        <button class="wa-brand">Add</button>
      </form>
      ${
        this.revealed === ''
          ? nothing
          : html`<div class="callout" data-tone="wait">
              <p>Its signing key, shown this once:</p>
              ${codeBlock('Signing key', this.revealed)}
            </div>`
      }
    </details>`
  }
}
customElements.define('new-subscription', NewSubscription)
