import type { LookupFunction } from 'node:net'
import { FairTurns } from '../db/fair-turns.ts'
import { SharedReads } from '../platform/shared-reads.ts'

/** As many as a merchant may have endpoints, and one that is tested. */
const NAMES_AT_ONCE_EACH = 4

type Answer = Parameters<Parameters<LookupFunction>[2]>

/** Nobody waits any longer for what would be looked up. */
class NameNotLookedUpError extends Error {
  override readonly name = 'NameNotLookedUpError'
  readonly code = 'ETIMEDOUT'
}

/**
 * Has names looked up for parties, each of which has four under way at most: a process has sixteen, and holds on to those
 * whose servers do not answer. @param patienceMs how long one waits for its turn; then it is `ETIMEDOUT`. @param atOnce of all
 * parties together. Default: no limit.
 */
export const lookupsInTurn = (
  resolve: LookupFunction,
  patienceMs: number,
  atOnce = Number.POSITIVE_INFINITY,
): ((party: string) => LookupFunction) => {
  const turns = new FairTurns({ atOnce, atOnceEach: NAMES_AT_ONCE_EACH, patienceMs })
  const underWay = new SharedReads<Answer>()
  const inTurn = async (party: string, ask: () => Promise<Answer>): Promise<Answer> => {
    try {
      return await turns.during(ask, party)
    } catch {
      return [new NameNotLookedUpError('Too many names were asked for'), '']
    }
  }
  return (party) => async (hostname, options, callback) => {
    const ask = () => new Promise<Answer>((done) => resolve(hostname, options, (...answer) => done(answer)))
    const question = JSON.stringify([party, hostname, options])
    callback(...(await underWay.get(question, () => inTurn(party, ask))))
  }
}
