import type { AuditEntry } from '@coinslot/contract/dashboard-operations'
import { html, type TemplateResult } from 'lit'
import { PagedList } from '../../api/paged-list.ts'
import { auditEnd } from '../../format/audit-end.ts'
import { filtersOf } from '../../session.ts'
import { copyId } from '../../ui/copy-id.ts'
import type { Column } from '../../ui/data-table.ts'
import { emptyState } from '../../ui/empty-state.ts'
import { csvLink } from '../../ui/csv-link.ts'
import { merchantColumn } from '../../ui/merchant-names.ts'
import { pagedTable } from '../../ui/paged-table.ts'
import { badge, httpStatus } from '../../ui/status-badge.ts'
import { timeStamp } from '../../ui/time-stamp.ts'
import { PageElement } from '../page-element.ts'

/** What it was done to; the console's requests are about an operation, whose name says what it is. */
const named = (action: string, subject: string | null) =>
  subject === null || action === 'callOperation' ? (subject ?? '') : copyId(subject)

const LOST = 'The service stopped, or lost its database, before it wrote down how this ended: look whether it was done.'

const answerOf = (entry: AuditEntry): TemplateResult => {
  const end = auditEnd(entry, new Date())
  if (end === 'told') return httpStatus(entry.status)
  if (end === 'awaited') return badge('no answer yet', 'wait')
  return html`<span class="two-lines">${badge('end unknown', 'bad')}<small>${LOST}</small></span>`
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: 'Time', place: 'under', cell: ({ at }) => timeStamp(at) },
  {
    title: 'What',
    place: 'lead',
    cell: ({ action, subject }) =>
      html`<span class="two-lines"><span>${action}</span><small>${named(action, subject)}</small></span>`,
  },
  { title: 'Answer', place: 'trail', cell: answerOf },
  { title: 'Who', place: 'aside', cell: ({ actor }) => actor },
  { title: 'Session', place: 'foot', cell: ({ session }) => copyId(session) },
]

const EMPTY = emptyState(
  'Nothing was changed from here yet',
  html`<p>Every action in the dashboard is written down here.</p>`,
)

/** Who did what in the dashboard, and when. */
export class AuditLog extends PageElement {
  readonly #list = new PagedList(this, 'listAudit', ({ entries }) => entries)

  protected override willUpdate(): void {
    this.#list.watch(filtersOf(this.place.search, []))
  }

  protected override render(): TemplateResult {
    return html`<section aria-labelledby="audit-title">
      <header class="page-head">
        <h2 id="audit-title">Audit log</h2>
        ${csvLink('listAudit', filtersOf(this.place.search, []))}
      </header>
      ${pagedTable(this.#list, { label: 'Audit log', columns: [...COLUMNS, ...merchantColumn(this.place.search)], empty: EMPTY })}
    </section>`
  }
}
customElements.define('audit-log', AuditLog)
