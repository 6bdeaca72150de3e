import { html, nothing, type TemplateResult } from 'lit'
import { coinIcon } from './icons.ts'
import { showLoaded } from './show-loaded.ts'

/** A mark for the item, whose picture takes its place once it is there. */
export const itemMark = (picture: string | null): TemplateResult => html`
  <span class="coin">
    ${coinIcon}${picture === null ? nothing : html`<img src=${picture} alt="" @load=${showLoaded} />`}
  </span>
`
