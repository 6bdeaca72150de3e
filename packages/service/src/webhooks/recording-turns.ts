import { codeOf, LOCK_NOT_AVAILABLE } from '../db/error-code.ts'
import { RowHeldError } from '../db/row-held-error.ts'

/** So many of a merchant may wait for its subscriptions at once, each with a connection that others could use. */
const MAY_WAIT = 4

/** Statements under way in this process that record events, by merchant. */
const underWay = new Map<string, number>()

const count = (merchantId: string, change: 1 | -1): number => {
  const counted = (underWay.get(merchantId) ?? 0) + change
  if (counted === 0) underWay.delete(merchantId)
  else underWay.set(merchantId, counted)
  return counted
}

/**
 * Records events of a merchant. Where many of its are under way already, as while somebody holds one of its subscriptions,
 * this one must not wait for that: the payments of one merchant would take all connections.
 * @throws {RowHeldError} where it would have to; its transaction is done again.
 */
export const recordInTurn = async (
  merchantId: string,
  record: (mayWait: boolean) => Promise<unknown>,
): Promise<void> => {
  const mayWait = count(merchantId, 1) <= MAY_WAIT
  try {
    await record(mayWait)
  } catch (cause) {
    if (mayWait || codeOf(cause) !== LOCK_NOT_AVAILABLE) throw cause
    throw new RowHeldError('A subscription of the merchant is held by another transaction', { cause })
  } finally {
    count(merchantId, -1)
  }
}
