import { LitElement } from 'lit'

/** Renders into the document itself, so that tables, labels and links are one plain document. */
export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this
  }
}
