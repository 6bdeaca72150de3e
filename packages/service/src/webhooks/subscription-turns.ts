import type { Database, Executor } from '../db/database.ts'
import { KeyedTurns } from '../http/keyed-turns.ts'

/** Each merchant's changes and replays of subscriptions, one after the other. */
export class SubscriptionTurns extends KeyedTurns {
  constructor() {
    super({
      atOnce: 1,
      mostWaiting: 20,
      refusal: 'Many changes and replays of your subscriptions are under way; wait a little',
    })
  }
}

interface InTurn {
  readonly db: Database
  readonly subscriptionTurns: SubscriptionTurns
}

/**
 * Does in one transaction what waits for others of the same merchant, once none of them is under way in this process: all at
 * once they would wait for each other with all connections.
 * @throws {ApiError} 429 where many wait already.
 */
export const inTurn = <T>(
  { db, subscriptionTurns }: InTurn,
  merchantId: string,
  work: (transaction: Executor) => Promise<T>,
): Promise<T> => subscriptionTurns.during(merchantId, () => db.transaction().execute(work))
