import { html, nothing, type TemplateResult } from 'lit'
import { keepFocus } from './keep-focus.ts'

interface ButtonState {
  readonly busy: boolean
  /** Nothing can be sent yet. */
  readonly inert?: boolean
}

/**
 * The one button that goes on; it keeps its focus while its press is under way. Its text, as each that changes in its place,
 * is written whole: a browser that translates the page puts elements where Lit's own text was.
 */
export const primaryButton = (text: string, { busy, inert = false }: ButtonState): TemplateResult => html`
  <button
    type="submit"
    class="primary"
    @mousedown=${keepFocus}
    aria-disabled=${busy || inert ? 'true' : nothing}
    aria-busy=${busy ? 'true' : nothing}
  >
    <span .textContent=${text}></span>${busy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}
  </button>
`
