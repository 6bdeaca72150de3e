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
  /** The newest `wanted` rows that match, of the newest `depth` of each list. */
  readonly readRows: (depth: number, wanted: number) => Promise<readonly Row[]>
  /** The newest of the places at which a list was looked at no further; null where each was looked at to its end. */
  readonly readCut: (depth: number) => Promise<Place | null>
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

/** One page, the newest first. It may hold less than was asked for, and no row of a list before its end is missing. */
export const searchPage = async <Row, Place>(search: BoundedSearch<Row, Place>): Promise<SearchedPage<Row, Place>> => {
  const { lists, limit, searchedRows, leavesOut, placeOf, isOlder } = search
  const wanted = limit + 1
  const depth = leavesOut ? Math.max(wanted, Math.floor(searchedRows / Math.max(1, lists))) : wanted
  const found = await search.readRows(depth, wanted)
  // Of one list, whatever fills a page lies before the place where it was looked at no further.
  const isWhole = !leavesOut || (lists === 1 && found.length > limit)
  const cut = isWhole ? null : await search.readCut(depth)
  if (cut === null) return pageOf(found, limit, placeOf)
  const page = pageOf(
    found.filter((row) => !isOlder(placeOf(row), cut)),
    limit,
    placeOf,
  )
  return page.next === null ? { ...page, next: cut, isCut: true } : page
}

/** Rows that one statement of a search in parts looks at. */
const ROWS_AT_ONCE = 2_500

interface SearchedPart<Place> {
  /** The newest place that is not looked at; null for none. */
  readonly before: Place | null
  readonly limit: number
  readonly searchedRows: number
}

/**
 * One page that is searched in parts, each from where the one before was cut: others are answered between two statements.
 * @param search the page of one part
 */
export const searchInParts = async <Row, Place>(
  { before, limit, searchedRows }: SearchedPart<Place>,
  search: (part: SearchedPart<Place>) => Promise<SearchedPage<Row, Place>>,
): Promise<SearchedPage<Row, Place>> => {
  const rows: Row[] = []
  let from = before
  for (let left = searchedRows; ; left -= ROWS_AT_ONCE) {
    const part = { before: from, limit: limit - rows.length, searchedRows: Math.min(left, ROWS_AT_ONCE) }
    const page = await search(part)
    rows.push(...page.rows)
    if (!page.isCut || rows.length === limit || left <= ROWS_AT_ONCE) return { ...page, rows }
    from = page.next
  }
}
