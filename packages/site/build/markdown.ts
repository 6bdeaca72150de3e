const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

/** A table in Markdown. */
export const rows = (head: readonly string[], body: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...body.map(row)].join('\n')
