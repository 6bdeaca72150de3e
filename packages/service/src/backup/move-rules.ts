/** A table with those that its rows refer to. */
export interface ReferringTable {
  readonly name: string
  readonly refersTo: readonly string[]
}

/** Tables in an order in which each comes after those that it refers to. */
export const inOrderOfReference = <Table extends ReferringTable>(tables: readonly Table[]): readonly Table[] => {
  const ordered: Table[] = []
  const add = (table: Table): void => {
    if (ordered.includes(table)) return
    for (const other of tables) if (other !== table && table.refersTo.includes(other.name)) add(other)
    ordered.push(table)
  }
  for (const table of tables) add(table)
  return ordered
}

const MOST_ROWS = 1_000
const BATCH_CHARACTERS = 4 * 1024 * 1024

/** How many rows to read next, after some that had a length: pieces of files are large, most rows are small. */
export const nextBatch = (rows: number, characters: number): number =>
  rows === 0 ? MOST_ROWS : Math.min(MOST_ROWS, Math.max(1, Math.floor(BATCH_CHARACTERS / (characters / rows))))
