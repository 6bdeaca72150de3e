const NEEDS_QUOTES = /[",\r\n]/
/** A spreadsheet takes a cell that begins so for a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

const csvLine = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

/** RFC 4180 with a head; the columns are those of the first row. */
export const csvText = (rows: readonly Readonly<Record<string, unknown>>[], withHead: boolean): string => {
  const [first] = rows
  if (first === undefined) return ''
  const columns = Object.keys(first)
  const head = withHead ? csvLine(columns) : ''
  return head + rows.map((row) => csvLine(columns.map((column) => row[column]))).join('')
}
