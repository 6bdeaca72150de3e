/** Every row of a list, page by page; `between` happens after each page. @throws where a page leads to one that was there */
export const walkPages = async <Row>(
  page: (cursor: Record<string, string>) => Promise<{ rows: readonly Row[]; next: string | null }>,
  between: () => Promise<unknown> = async () => undefined,
): Promise<Row[]> => {
  const found: Row[] = []
  const cursors = new Set<string>()
  let cursor: Record<string, string> = {}
  for (;;) {
    const { rows, next } = await page(cursor)
    found.push(...rows)
    if (next === null) return found
    if (cursors.has(next)) throw new Error(`A page leads back to ${next}`)
    cursors.add(next)
    cursor = { cursor: next }
    await between()
  }
}
