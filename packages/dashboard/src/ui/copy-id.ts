import '@awesome.me/webawesome/dist/components/copy-button/copy-button.js'
import { html, type TemplateResult } from 'lit'
import { notify } from './notices.ts'

const SHOWN = 8

/** The end of an id tells ids apart that are made one after the other. */
export const shortId = (id: string): string => (id.length <= SHOWN + 4 ? id : `…${id.slice(-SHOWN)}`)

const BESIDE = 'Select what stands beside the button'

/** @param otherwise what to do where the browser gives the page no clipboard, as on plain http */
export const copyButton = (value: string, label: string, otherwise = BESIDE): TemplateResult =>
  html`<wa-copy-button
    value=${value}
    copy-label=${label}
    success-label="Copied"
    error-label="Not copied"
    tooltip="none"
    @wa-error=${() => notify(`Your browser does not let this page copy. ${otherwise}`, 'bad')}
  ></wa-copy-button>`

/** What is shown of an id is not the whole of it. */
const withCopyButton = (id: string, shown: TemplateResult): TemplateResult =>
  html`<span class="copy-id">${shown}${copyButton(id, `Copy the id ${shortId(id)}`, `Select it here: ${id}`)}</span>`

/** An id, a link where there is something behind it, and a button that copies the whole of it. */
export const copyId = (id: string, href?: string): TemplateResult => {
  const shown = html`<code title=${id}><span>${shortId(id)}</span></code>`
  return withCopyButton(id, href === undefined ? shown : html`<a href=${href}>${shown}</a>`)
}

/** An id that describes what stands in its row: there the element has it as its own. */
export const describingId = (id: string): TemplateResult =>
  withCopyButton(id, html`<code id=${id} title=${id}><span>${shortId(id)}</span></code>`)

/** A name that somebody else gave, to be read whole and copied. */
export const copyText = (text: string, label: string): TemplateResult =>
  html`<span class="copy-id"><span>${text}</span>${copyButton(text, label)}</span>`
