import { html, nothing, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { creationForm, shownOnce } from '../../ui/forms.ts'
import { LightElement } from '../../ui/light-element.ts'
import { attempt } from '../../ui/notices.ts'
import { eventTypesField, eventTypesOf } from './event-types.ts'

interface Revealed {
  readonly endpoint: string
  readonly key: string
}

/** Adds an endpoint; its signing key is shown once. */
export class NewSubscription extends LightElement {
  static override properties = { merchant: { attribute: false }, revealed: { state: true } }
  declare merchant: string | undefined
  declare revealed: Revealed | undefined

  constructor() {
    super()
    this.revealed = undefined
  }

  async #create(form: HTMLFormElement, given: FormData): Promise<void> {
    const body = {
      merchant: this.merchant,
      endpoint: String(given.get('endpoint')),
      description: String(given.get('description')),
      event_types: eventTypesOf(given),
    }
    const created = ask('createSubscription', { body })
    const answer = await attempt(created, 'The endpoint is subscribed: keep its key now', form)
    if (answer === undefined) return
    this.revealed = { endpoint: body.endpoint, key: answer.signing_key }
    form.reset()
  }

  #shown({ endpoint, key }: Revealed): TemplateResult {
    return shownOnce('Signing key', html`The signing key of <code>${endpoint}</code>`, key)
  }

  protected override render(): TemplateResult {
    const fields = html`<label class="field" data-wide>
        <span>Endpoint</span>
        <input type="url" name="endpoint" required placeholder="https://shop.example/webhooks" />
      </label>
      <label class="field"><span>Description</span><input name="description" maxlength="255" /></label>
      ${eventTypesField(null)}`
    const submit = (form: HTMLFormElement, given: FormData) => this.#create(form, given)
    return html`${creationForm({ title: 'Add an endpoint', action: 'Add', fields, submit })}
    ${this.revealed === undefined ? nothing : this.#shown(this.revealed)}`
  }
}
customElements.define('new-subscription', NewSubscription)
