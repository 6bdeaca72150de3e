import { html, type TemplateResult } from 'lit'

const LONGEST = 120
const START = 60
const END = 30

/** An endpoint's address; a long one by its beginning and its end, and the whole of it on request. */
export const endpointHeading = (endpoint: string, id: string): TemplateResult => {
  if (endpoint.length <= LONGEST) return html`<h2 class="long" id=${id}>${endpoint}</h2>`
  return html`<h2 class="long" id=${id}>${endpoint.slice(0, START)}…${endpoint.slice(-END)}</h2>
    <details class="disclosure">
      <summary>Whole address</summary>
      <p class="long">${endpoint}</p>
    </details>`
}
