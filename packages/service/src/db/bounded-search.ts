/** A place in lists that are ordered by time and id. */
export interface TimedPlace {
  /** RFC 3339 with microseconds. */
  readonly at: string
  readonly id: string
}

export const isOlder = (place: TimedPlace, than: TimedPlace): boolean =>
  place.at === than.at ? place.id < than.id : place.at < than.at

/** A page of rows from several lists, of which a filter leaves rows out. */
export interface BoundedSearch<Row, Place> {
  /** How many lists are looked at, such as one for each merchant. */
  readonly lists: number
  readonly limit: number
  /** Rows that are looked at, of all lists together. */
  readonly searchedRows: number
  /** Whether rows are left out; otherwise no more are looked at than are shown. */
  readonly leavesOut: boolean
  /** The newest `wanted` rows that match, of the newest `depth` of each list that are older than `cut`: null where the page begins. */
  readonly readRows: (cut: Place | null, depth: number, wanted: number) => Promise<readonly Row[]>
  /** The newest of the places at which a list was looked at no further; null where each was looked at to its end. */
  readonly readCut: (cut: Place | null, depth: number) => Promise<Place | null>
  readonly placeOf: (row: Row) => Place
  readonly isOlder: (place: Place, than: Place) => boolean
}

export interface SearchedPage<Row, Place> {
  readonly rows: readonly Row[]
  /** Where the page after this one begins; null where there is none. */
  readonly next: Place | null
  /** Whether the search ended before the page was full: `next` says how far it has come. */
  readonly isCut: boolean
}

/** A page of rows of which one more than `limit` was read, if there was one. */
export const pageOf = <Row, Place>(
  found: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): SearchedPage<Row, Place> => {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: found.length > limit && last !== undefined ? placeOf(last) : null, isCut: false }
}

/** Rows that one statement looks at, where it looks for those that match: others are answered between two. */
const ROWS_AT_ONCE = 2_500

interface Part<Place> {
  /** Where the part before was cut; null for the first. */
  readonly cut: Place | null
  readonly depth: number
  readonly limit: number
}

const searchPart = async <Row, Place>(
  { lists, leavesOut, readRows, readCut, placeOf, isOlder }: BoundedSearch<Row, Place>,
  { cut: from, depth, limit }: Part<Place>,
): Promise<SearchedPage<Row, Place>> => {
  const found = await readRows(from, depth, limit + 1)
  // Of one list, whatever fills a page lies before the place where it was looked at no further.
  const isWhole = !leavesOut || (lists === 1 && found.length > limit)
  const cut = isWhole ? null : await readCut(from, depth)
  if (cut === null) return pageOf(found, limit, placeOf)
  const page = pageOf(
    found.filter((row) => !isOlder(placeOf(row), cut)),
    limit,
    placeOf,
  )
  return page.next === null ? { ...page, next: cut, isCut: true } : page
}

/**
 * One page, the newest first. It may hold less than was asked for, and no row of a list before its end is missing.
 * It is searched in parts, each from where the one before was cut.
 */
export const searchPage = async <Row, Place>(search: BoundedSearch<Row, Place>): Promise<SearchedPage<Row, Place>> => {
  const { lists, leavesOut } = search
  const rows: Row[] = []
  let cut: Place | null = null
  let left = search.searchedRows
  for (;;) {
    const limit = search.limit - rows.length
    const shareOfList = Math.ceil(Math.min(left, ROWS_AT_ONCE) / Math.max(1, lists))
    const depth = leavesOut ? Math.max(limit + 1, shareOfList) : limit + 1
    const part: SearchedPage<Row, Place> = await searchPart(search, { cut, depth, limit })
    rows.push(...part.rows)
    left -= depth * lists
    if (!part.isCut || rows.length === search.limit || left <= 0) return { ...part, rows }
    cut = part.next
  }
}
