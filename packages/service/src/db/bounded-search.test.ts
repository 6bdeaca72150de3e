import { expect, test } from 'vitest'
import { searchPage } from './bounded-search.ts'

/** Two lists of numbers, of which every tenth matches: a row is its own place, and the larger one is the newer. */
const LISTS = [
  Array.from({ length: 100 }, (_, nr) => 1_000 - nr),
  Array.from({ length: 100 }, (_, nr) => 945 - 9 * nr),
] as const

const search = (limit: number, before = Number.POSITIVE_INFINITY, searchedRows = 60) => {
  const looked = (depth: number) => LISTS.map((list) => list.filter((row) => row < before).slice(0, depth))
  return searchPage<number, number>({
    lists: LISTS.length,
    limit,
    searchedRows,
    leavesOut: true,
    readRows: async (depth, wanted) =>
      looked(depth)
        .flat()
        .filter((row) => row % 10 === 0)
        .toSorted((a, b) => b - a)
        .slice(0, wanted),
    readCut: async (depth) => {
      const ends = looked(depth).flatMap((rows) => rows.slice(depth - 1))
      return ends.length === 0 ? null : Math.max(...ends)
    },
    placeOf: (row) => row,
    isOlder: (place, than) => place < than,
  })
}

test('a search that is cut says how far it has come, and shows nothing from before', async () => {
  const { rows, next, isCut } = await search(5)
  expect({ next, isCut }).toEqual({ next: 971, isCut: true })
  expect(rows).toEqual([1000, 990, 980])
})

test('page by page, no row that matches is lost or doubled', async () => {
  const found: number[] = []
  let before: number | null = Number.POSITIVE_INFINITY
  while (before !== null) {
    const page: Awaited<ReturnType<typeof search>> = await search(3, before)
    found.push(...page.rows)
    before = page.next
  }
  expect(found).toEqual(
    LISTS.flat()
      .filter((row) => row % 10 === 0)
      .toSorted((a, b) => b - a),
  )
})

test('a page that is full ends with its last row', async () => {
  expect(await search(2)).toEqual({ rows: [1000, 990], next: 990, isCut: false })
})
