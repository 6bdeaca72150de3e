import type { MerchantProfile } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import type { Messages } from '../messages/messages.ts'
import { showLoaded } from './show-loaded.ts'

const link = (url: string | null, text: string): TemplateResult | typeof nothing =>
  url === null ? nothing : html`<a class="return" href=${url} target="_blank" rel="noreferrer">${text}</a>`

const logo = (source: string | null): TemplateResult | typeof nothing =>
  source === null ? nothing : html`<img class="logo" src=${source} alt="" width="24" height="24" @load=${showLoaded} />`

/** Who charges, and on what terms: on every screen. */
export const merchantLine = (merchant: MerchantProfile | null, messages: Messages): TemplateResult | typeof nothing =>
  merchant === null
    ? nothing
    : html`<header class="merchant ${merchant.logo === null ? '' : 'with-logo'}">
        ${logo(merchant.logo)} <bdi>${merchant.name}</bdi>
        ${link(merchant.terms_url, messages.terms)} ${link(merchant.privacy_url, messages.privacy)}
      </header>`
