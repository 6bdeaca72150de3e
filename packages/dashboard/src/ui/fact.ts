import { html, type TemplateResult } from 'lit'

/** One name with its value, in a `<dl>`. */
export const fact = (name: string, value: unknown): TemplateResult =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
