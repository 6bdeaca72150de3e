import { checkedCount } from './checked.ts'

/** `claimed`: run the hook; `busy`: it is running elsewhere; `done`: it has run. */
export type Claim = 'claimed' | 'busy' | 'done'

/**
 * Remembers which events have been acted upon, so that the hook runs at most once for each. With several processes
 * the claim must be atomic (an insert under a unique key) and should lapse after a while, so that an event is tried
 * again if the process died in the hook.
 */
export interface EventStore {
  claim(eventId: string): Promise<Claim> | Claim
  /** The hook has succeeded. */
  complete(eventId: string): Promise<void> | void
  /** The hook has failed: the next delivery may claim again. */
  release(eventId: string): Promise<void> | void
}

/** For one process. Keeps the latest `capacity` events, default 10,000. @throws ConfigurationError where that is not 1 or more. */
export const createMemoryEventStore = (capacity = 10_000): EventStore => {
  checkedCount('capacity', capacity, 1)
  const claims = new Map<string, 'busy' | 'done'>()
  const forgetOldest = () => {
    for (const [eventId, state] of claims) {
      if (claims.size <= capacity) return
      if (state === 'done') claims.delete(eventId)
    }
  }
  return {
    claim(eventId) {
      const held = claims.get(eventId)
      if (held !== undefined) return held
      claims.set(eventId, 'busy')
      return 'claimed'
    },
    complete(eventId) {
      claims.delete(eventId)
      claims.set(eventId, 'done')
      forgetOldest()
    },
    release(eventId) {
      claims.delete(eventId)
    },
  }
}
