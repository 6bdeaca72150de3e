import { LitElement } from 'lit'

/** Renders into the document itself, so that autofill, password managers and labels see one plain form. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this
  }
}
