import { timestampSchema, uuidSchema } from '@coinslot/contract'

/** A place in a list that is ordered by time and id, newest first. */
export interface Position {
  /** RFC 3339 with microseconds, as the database tells it. */
  readonly at: string
  readonly id: string
}

const POSITION = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) (\S+)$/
const HASH = /^[0-9a-f]{64}$/
const CLIENT = /^[\w-]{1,64}$/
const NUMBER = /^\d{1,18}$/

export const encodePosition = ({ at, id }: Position): string => Buffer.from(`${at} ${id}`).toString('base64url')

/** Whether the database takes a text that looks like a time for one: it knows no 30 February. */
const isTime = (at: string | undefined): at is string => timestampSchema.safeParse(at).success
const isUuid = (id: string | undefined): id is string => uuidSchema.safeParse(id).success
const isHash = (id: string | undefined): id is string => id !== undefined && HASH.test(id)

const isClient = (id: string | undefined): id is string => id !== undefined && CLIENT.test(id)

const decodeBy =
  (isId: (id: string | undefined) => id is string) =>
  (cursor: string): Position | undefined => {
    const [, at, id] = POSITION.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
    return isTime(at) && isId(id) ? { at, id } : undefined
  }

/** @returns `undefined` for what no list has given out. */
export const decodePosition = decodeBy(isUuid)

/** A place in a list of values that are found by their SHA-256. @returns `undefined` for what no list has given out. */
export const decodeHashPosition = decodeBy(isHash)

/** A place in a list of clients. @returns `undefined` for what no list has given out. */
export const decodeClientPosition = decodeBy(isClient)

/** A place in a list of deliveries, newest event first; an event has one for each subscription. */
export interface DeliveryPosition {
  readonly at: string
  readonly eventId: string
  readonly subscriptionId: string
}

const DELIVERY = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([\w-]{1,64}) ([0-9a-f-]{36})$/

export const encodeDelivery = ({ at, eventId, subscriptionId }: DeliveryPosition): string =>
  Buffer.from(`${at} ${eventId} ${subscriptionId}`).toString('base64url')

/** @returns `undefined` for what no list has given out. */
export const decodeDelivery = (cursor: string): DeliveryPosition | undefined => {
  const [, at, eventId, subscriptionId] = DELIVERY.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return isTime(at) && eventId !== undefined && isUuid(subscriptionId) ? { at, eventId, subscriptionId } : undefined
}

/** Of a list that is ordered by a number alone. */
export const encodeNumber = ({ id }: Pick<Position, 'id'>): string => id

/** @returns `undefined` for what no list has given out. */
export const decodeNumber = (cursor: string): string | undefined => (NUMBER.test(cursor) ? cursor : undefined)

/** How an answer says where its page ends. */
export const endOf = <Place extends { readonly at: string }>(
  { next, isCut }: { readonly next: Place | null; readonly isCut: boolean },
  encode: (place: Place) => string,
) => ({ next_cursor: next && encode(next), searched_until: isCut && next !== null ? next.at : null })
