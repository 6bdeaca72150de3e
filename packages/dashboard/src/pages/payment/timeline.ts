import type { TimelineEntry } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { pageUrl } from '../../base-path.ts'
import { duration } from '../../format/time.ts'
import { icon } from '../../ui/icons.ts'
import { timeStamp } from '../../ui/time-stamp.ts'
import { tellEntry } from './tell-entry.ts'

const deliveryOf = (entry: TimelineEntry): string | undefined =>
  'delivery_id' in entry ? pageUrl(`/webhooks/deliveries/${entry.delivery_id}`) : undefined

const item = (entry: TimelineEntry, before: TimelineEntry | undefined): TemplateResult => {
  const { title, detail, tone, icon: name } = tellEntry(entry)
  const gapMs = before === undefined ? 0 : Date.parse(entry.at) - Date.parse(before.at)
  const href = deliveryOf(entry)
  return html`<li data-tone=${tone}>
    <span class="mark">${icon(name)}</span>
    <div class="told">
      <p class="told-title">${href === undefined ? title : html`<a href=${href}>${title}</a>`}</p>
      ${detail === '' ? nothing : html`<p class="told-detail">${detail}</p>`}
    </div>
    <p class="told-time">${timeStamp(entry.at)}${gapMs > 0 ? html`<small>+${duration(gapMs)}</small>` : nothing}</p>
  </li>`
}

/** Everything that happened to a payment, in order, with the times between. */
export const timeline = (entries: readonly TimelineEntry[]): TemplateResult =>
  html`<ol class="timeline" aria-label="Timeline">
    ${entries.map((entry, index) => item(entry, entries[index - 1]))}
  </ol>`
