import type { DeliveryRow } from '@coinslot/contract/dashboard-operations'
import { html, nothing, type TemplateResult } from 'lit'
import { pageUrl } from '../../base-path.ts'
import { duration } from '../../format/time.ts'
import { failureName, plain, shortEndpoint } from '../../format/words.ts'
import { copyId } from '../../ui/copy-id.ts'
import type { Column } from '../../ui/data-table.ts'
import { badge } from '../../ui/status-badge.ts'
import { timeStamp } from '../../ui/time-stamp.ts'
import { replayButton } from './replay-button.ts'

/** How the last attempt went, and when the next one is. */
const lastAttempt = ({ attempts, next_attempt_at }: DeliveryRow): TemplateResult => {
  const last = attempts.at(-1)
  if (last === undefined) return html`<span>Not tried yet</span>`
  const said = last.failure === null ? `status ${last.status_code}` : failureName(last.failure, last.status_code)
  const times = attempts.length === 1 ? '' : `, attempt ${attempts.length}`
  return html`<span class="two-lines">
    <span>${said} after ${duration(last.duration_ms)}${times}</span>
    ${next_attempt_at === null ? nothing : html`<small>next ${timeStamp(next_attempt_at)}</small>`}
  </span>`
}

/** @param isEnabled whether an endpoint takes deliveries, by the id of its subscription */
export const deliveryColumns = (isEnabled: (subscription: string) => boolean): readonly Column<DeliveryRow>[] => [
  { title: 'Created', place: 'under', cell: (row) => timeStamp(row.created_at) },
  {
    title: 'Event',
    place: 'lead',
    cell: (row) =>
      html`<span class="two-lines">
        <a id=${`delivery-${row.id}`} href=${pageUrl(`/webhooks/deliveries/${row.id}`)}>${plain(row.event_type)}</a>
        <small>${shortEndpoint(row.endpoint)}</small>
      </span>`,
  },
  { title: 'Status', place: 'trail', cell: (row) => badge(row.status) },
  { title: 'Last attempt', cell: lastAttempt },
  {
    title: 'Payment',
    cell: (row) =>
      row.payment_intent_id === null
        ? '–'
        : copyId(row.payment_intent_id, pageUrl(`/payments/${row.payment_intent_id}`)),
  },
  {
    title: 'Again',
    place: 'aside',
    hasButtons: true,
    cell: (row) =>
      replayButton(row.id, { describedBy: `delivery-${row.id}`, isEnabled: isEnabled(row.subscription_id) }),
  },
]
