import { html, nothing, type TemplateResult } from 'lit'
import { chosenMerchant, isOperator } from '../session.ts'
import { PageElement } from './page-element.ts'
import './settings/audit-log.ts'
import './settings/client-list.ts'
import './settings/merchant-limits.ts'
import './settings/new-merchant.ts'
import './settings/signing-keys.ts'
import './settings/value-list.ts'

/** Clients, limits and who did what; for operators the lists and keys of the whole service. */
export class SettingsPage extends PageElement {
  protected override render(): TemplateResult {
    const merchant = chosenMerchant(this.place.search)
    return html`
      <header class="page-head"><h1>Settings</h1></header>
      <client-list .merchant=${merchant} .search=${this.place.search}></client-list>
      <merchant-limits .merchant=${merchant} .search=${this.place.search}></merchant-limits>
      ${isOperator() ? html`<new-merchant></new-merchant>` : nothing} ${isOperator() ? this.#lists() : nothing}
      <audit-log .place=${this.place}></audit-log>
    `
  }

  #lists(): TemplateResult {
    return html`
      <ban-list></ban-list>
      <wallet-list></wallet-list>
      <signing-keys></signing-keys>
    `
  }
}
customElements.define('settings-page', SettingsPage)
