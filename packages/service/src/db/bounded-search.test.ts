import { expect, test } from 'vitest'
import { isOlder, searchPage } from './bounded-search.ts'

/** Two lists of numbers, of which every tenth matches: a row is its own place, and the larger one is the newer. */
const LISTS = [
  Array.from({ length: 100 }, (_, nr) => 1_000 - nr),
  Array.from({ length: 100 }, (_, nr) => 945 - 9 * nr),
] as const

const search = (limit: number, before = Number.POSITIVE_INFINITY, searchedRows = 60) => {
  const looked = (cut: number | null, depth: number) =>
    LISTS.map((list) => list.filter((row) => row < (cut ?? before)).slice(0, depth))
  return searchPage<number, number>({
    lists: LISTS.length,
    limit,
    searchedRows,
    leavesOut: true,
    readRows: async (cut, depth, wanted) =>
      looked(cut, depth)
        .flat()
        .filter((row) => row % 10 === 0)
        .toSorted((a, b) => b - a)
        .slice(0, wanted),
    readCut: async (cut, depth) => {
      const ends = looked(cut, depth).flatMap((rows) => rows.slice(depth - 1))
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

/** One list of numbers from 30,000 down, of which those match that can be divided; with how many were looked at in each statement. */
const searchMany = async (divisor: number, limit = 3) => {
  const looked: number[] = []
  const within = (cut: number | null, depth: number) =>
    Array.from({ length: depth }, (_, nr) => (cut ?? 30_001) - 1 - nr).filter((row) => row > 0)
  const page = await searchPage<number, number>({
    lists: 1,
    limit,
    searchedRows: 20_000,
    leavesOut: true,
    readRows: async (cut, depth, wanted) => {
      looked.push(depth)
      return within(cut, depth)
        .filter((row) => row % divisor === 0)
        .slice(0, wanted)
    },
    readCut: async (cut, depth) => within(cut, depth)[depth - 1] ?? null,
    placeOf: (row) => row,
    isOlder: (place, than) => place < than,
  })
  return { ...page, looked }
}

test('the attack of searches that find nothing looks at few rows in each statement, and at as many in all', async () => {
  const { looked, ...page } = await searchMany(100_000)
  expect(looked).toEqual(Array.from({ length: 8 }, () => 2_500))
  expect(page).toEqual({ rows: [], next: 10_001, isCut: true })
})

test('a page is filled from part to part, and no part follows the one that fills it', async () => {
  const { looked, ...page } = await searchMany(3_000)
  expect(page.rows).toEqual([30_000, 27_000, 24_000])
  expect(looked).toHaveLength(3)
  expect(await searchMany(1_000)).toMatchObject({ looked: [2_500], next: 27_501, isCut: true })
  expect(await searchMany(10)).toMatchObject({ rows: [30_000, 29_990, 29_980], next: 29_980, isCut: false })
})

test('where there are many lists, what is looked at for the page of each counts, too', async () => {
  let statements = 0
  const { rows, isCut } = await searchPage<number, number>({
    lists: 5_000,
    limit: 3,
    searchedRows: 20_000,
    leavesOut: true,
    readRows: async () => {
      statements += 1
      return []
    },
    readCut: async () => 1,
    placeOf: (row) => row,
    isOlder: (place, than) => place < than,
  })
  expect({ statements, rows, isCut }).toEqual({ statements: 1, rows: [], isCut: true })
})

test.each([1, 2])(
  'of %i lists of which nothing is left out, no more is looked at than is shown, and a row',
  async (lists) => {
    const depths: number[] = []
    const page = await searchPage<number, number>({
      lists,
      limit: 3,
      searchedRows: 20_000,
      leavesOut: false,
      readRows: async (_cut, depth, wanted) => {
        depths.push(depth)
        return [9, 8, 7, 6, 5].slice(0, wanted)
      },
      readCut: () => expect.unreachable('nothing is left out'),
      placeOf: (row) => row,
      isOlder: (place, than) => place < than,
    })
    expect({ ...page, depths }).toEqual({ rows: [9, 8, 7], next: 7, isCut: false, depths: [4] })
  },
)

test('of two places that one is older which is earlier, or of one time has the lesser id', () => {
  const [earlier, later] = ['2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z']
  expect(isOlder({ at: earlier, id: 'b' }, { at: later, id: 'a' })).toBe(true)
  expect(isOlder({ at: later, id: 'a' }, { at: earlier, id: 'b' })).toBe(false)
  expect(isOlder({ at: later, id: 'a' }, { at: later, id: 'b' })).toBe(true)
  expect(isOlder({ at: later, id: 'b' }, { at: later, id: 'a' })).toBe(false)
  expect(isOlder({ at: later, id: 'a' }, { at: later, id: 'a' })).toBe(false)
})
