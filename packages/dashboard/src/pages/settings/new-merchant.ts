import type { DashboardAnswer } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { ask } from '../../api/api.ts'
import { pageUrl } from '../../base-path.ts'
import { creationForm, shownOnce } from '../../ui/forms.ts'
import { LightElement } from '../../ui/light-element.ts'
import { tellMerchantsChanged } from '../../ui/merchant-choice.ts'
import { rememberMerchants } from '../../ui/merchant-names.ts'
import { attempt } from '../../ui/notices.ts'
import { clientFields, clientGiven } from './client-fields.ts'

/** Where an operator makes a merchant with its first client. */
export class NewMerchant extends LightElement {
  static override properties = { made: { state: true } }
  declare made: DashboardAnswer<'createMerchant'> | undefined

  async #create(form: HTMLFormElement, given: FormData): Promise<void> {
    const body = { name: String(given.get('name')), ...clientGiven(given) }
    const made = await attempt(ask('createMerchant', { body }), 'The merchant is there: keep the secret now', form)
    if (made === undefined) return
    this.made = made
    form.reset()
    rememberMerchants([made.merchant])
    tellMerchantsChanged()
  }

  protected override render(): TemplateResult {
    return html`${this.made === undefined ? '' : this.#shown(this.made)}
    ${creationForm({
      title: 'Create a merchant',
      action: 'Create merchant',
      fields: html`<label class="field" data-wide>
          <span>Name that buyers see</span>
          <input name="name" required maxlength="100" placeholder="Castle Games" />
        </label>
        ${clientFields([], null)}`,
      submit: (form, given) => this.#create(form, given),
    })}`
  }

  #shown({ merchant, client }: DashboardAnswer<'createMerchant'>): TemplateResult {
    const settings = pageUrl(`/settings?merchant=${merchant.id}`)
    const about = html`The secret of <code>${client.id}</code>, the first client of
      <a class="long" href=${settings}>${merchant.name}</a>`
    return shownOnce('Secret of the first client', about, client.client_secret)
  }
}
customElements.define('new-merchant', NewMerchant)
