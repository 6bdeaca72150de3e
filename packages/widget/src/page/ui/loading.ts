import { html, type TemplateResult } from 'lit'
import type { Messages } from '../messages/messages.ts'

/** In place of a step that is not known yet. */
export const loading = (messages: Messages): TemplateResult => html`
  <div class="skeleton" aria-busy="true">
    <p class="unseen">${messages.loading}</p>
    <div class="bar short"></div>
    <div class="bar"></div>
    <div class="bar"></div>
    <div class="bar"></div>
  </div>
`
