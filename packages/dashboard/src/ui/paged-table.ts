import { html, type TemplateResult } from 'lit'
import type { DashboardError } from '../api/dashboard-error.ts'
import { type Column, dataTable } from './data-table.ts'
import { unread } from './empty-state.ts'
import { type Listed, listEnd } from './list-end.ts'

interface Paged<Row> extends Listed {
  /** `undefined` until the first page is there. */
  readonly rows: readonly Row[] | undefined
  readonly live: { readonly error: DashboardError | undefined }
}

interface Shown<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** What stands in place of a table without rows. */
  readonly empty: TemplateResult
}

/** The rows of a list that are there, and the way to older ones. */
export const pagedTable = <Row extends { readonly id: string }>(
  list: Paged<Row>,
  { label, columns, empty }: Shown<Row>,
): TemplateResult => {
  const { rows, live } = list
  if (rows === undefined) return unread(live.error)
  const shown = rows.length === 0 ? empty : dataTable({ label, columns, rows, key: ({ id }) => id })
  return html`${shown} ${listEnd(list)}`
}
