/** A place in a file, as Stryker tells it: line and column are counted from 1. */
interface Place {
  readonly line: number
  readonly column: number
}

/** The text of a file from one place up to, and without, another. */
export const textBetween = (source: string, { start, end }: { readonly start: Place; readonly end: Place }): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.pop() ?? ''
  return [...lines, last.slice(0, end.column - 1)].join('\n').slice(start.column - 1)
}
