import type { MerchantProfile } from '@coinslot/contract/checkout'
import { html, nothing, type TemplateResult } from 'lit'
import type { Messages } from '../messages/messages.ts'

const link = (url: string | null, text: string): TemplateResult | typeof nothing =>
  url === null ? nothing : html`<a class="return" href=${url} target="_blank" rel="noreferrer">${text}</a>`

/** Who charges, and on what terms: on every screen. */
export const merchantLine = (merchant: MerchantProfile | null, messages: Messages): TemplateResult | typeof nothing =>
  merchant === null
    ? nothing
    : html`<header class="merchant">
        <bdi>${merchant.name}</bdi>
        ${link(merchant.terms_url, messages.terms)} ${link(merchant.privacy_url, messages.privacy)}
      </header>`
