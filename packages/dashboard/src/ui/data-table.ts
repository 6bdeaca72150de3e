import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'

export interface Column<Row> {
  readonly title: string
  /** Numbers and amounts stand at the end, so that their digits align. */
  readonly align?: 'end'
  /** Where the cell stands on a phone, where a row is a card; cells without a place are told with their title. */
  readonly place?: 'lead' | 'trail' | 'under' | 'aside' | 'foot'
  /** It has nothing but buttons: paper goes without it. */
  readonly hasButtons?: true
  readonly cell: (row: Row) => unknown
}

interface Table<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly key: (row: Row) => string
}

/** Roles are written out, since a table that is laid out as cards on a phone would lose them. */
export const dataTable = <Row>({ label, columns, rows, key }: Table<Row>): TemplateResult => html`
  <table class="rows" role="table" aria-label=${label}>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          ({ title, align, hasButtons }) =>
            html`<th role="columnheader" scope="col" data-align=${align ?? nothing} ?data-buttons=${hasButtons}>
              ${title}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${repeat(
        rows,
        key,
        (row) => html`
          <tr role="row">
            ${columns.map(
              ({ title, align, place, hasButtons, cell }) =>
                html`<td
                  role="cell"
                  data-title=${title}
                  data-align=${align ?? nothing}
                  data-place=${place ?? nothing}
                  ?data-buttons=${hasButtons}
                >
                  ${cell(row)}
                </td>`,
            )}
          </tr>
        `,
      )}
    </tbody>
  </table>
`
