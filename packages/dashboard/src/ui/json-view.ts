import { html, type TemplateResult } from 'lit'
import { copyButton } from './copy-id.ts'

/** Text of a machine, to be read and copied; it scrolls by itself, with the keyboard too. */
export const codeBlock = (label: string, text: string): TemplateResult => html`
  <div class="code-block">
    ${copyButton(text, `Copy: ${label}`)}
    <pre tabindex="0" role="region" aria-label=${label}><code>${text}</code></pre>
  </div>
`

export const jsonBlock = (label: string, value: unknown): TemplateResult =>
  codeBlock(label, JSON.stringify(value, null, 2))

/** JSON laid out to be read; anything else as it is. */
export const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
