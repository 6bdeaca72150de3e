/** A place in a list that is ordered by time and id, newest first. */
export interface Position {
  /** RFC 3339 with microseconds, as the database tells it. */
  readonly at: string
  readonly id: string
}

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f-]{36})$/
const NUMBER = /^\d{1,18}$/

export const encodePosition = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** @returns `undefined` for what no list has given out. */
export const decodePosition = (cursor: string): Position | undefined => {
  const [, at, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return at === undefined || id === undefined ? undefined : { at, id }
}

/** A place in a list of events, newest first. */
export interface EventPosition {
  readonly at: Date
  readonly id: string
}

const EVENT = /^(\d{1,14})\.([\w-]{1,64})$/

export const encodeEvent = ({ at, id }: EventPosition): string => `${at.getTime()}.${id}`

/** @returns `undefined` for what no list has given out. */
export const decodeEvent = (cursor: string): EventPosition | undefined => {
  const [, ms, id] = EVENT.exec(cursor) ?? []
  return ms === undefined || id === undefined ? undefined : { at: new Date(Number(ms)), id }
}

/** A cursor of lists that are ordered by a number alone. */
export const decodeNumber = (cursor: string): string | undefined => (NUMBER.test(cursor) ? cursor : undefined)

/** The rows of a page, of one row more than was asked for, and whether there are others. */
export const pageOf = <Row>(rows: readonly Row[], limit: number): { page: readonly Row[]; isLast: boolean } => ({
  page: rows.slice(0, limit),
  isLast: rows.length <= limit,
})
