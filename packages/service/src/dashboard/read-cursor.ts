import { ApiError } from '../http/api-error.ts'

/** Where a page begins; null for the first one. @throws {ApiError} 400 for a cursor that no list has given out. */
export const readCursor = <Place>(
  decode: (cursor: string) => Place | undefined,
  cursor: string | undefined,
): Place | null => {
  if (cursor === undefined) return null
  const place = decode(cursor)
  if (place !== undefined) return place
  throw new ApiError(400, 'cursor: must be the next_cursor of the page before', { code: 'ERR02' })
}
