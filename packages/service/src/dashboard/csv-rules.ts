const NEEDS_QUOTES = /[",\r\n]/
/**
 * A spreadsheet takes a cell that begins so for a formula (OWASP, CSV injection), in some languages in full width as well.
 * Where a country writes decimals with a comma, it begins a cell behind each semicolon, and a row at each line's end, in
 * quotes or not.
 */
const FORMULAS = /^[\t\r]|(?<=(?:^|[;\t\r\n])"*)[=+\-@＝＋－＠]/g

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value)
  const harmless = typeof value === 'string' ? text.replaceAll(FORMULAS, "'$&") : text
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
