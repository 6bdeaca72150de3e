import { LIMITS } from '@coinslot/contract'
import { Webhook } from 'standardwebhooks'
import { type Booking, isCaptured } from './acquirer.ts'
import type { Facts, StoredAttempt, StoredIntent } from './facts.ts'
import type { Acknowledged } from './ledger.ts'
import type { World } from './world.ts'

const FINAL: readonly string[] = ['Approved', 'Declined', 'Expired']
/** Two processes read the database's clock over connections that a fault may slow down. */
const CLOCKS_DIFFER_MS = 2_000
const ACTIVE: readonly string[] = ['authorising', 'challenged', 'reversing']

const doubles = (values: readonly string[]): string[] => {
  const seen = new Set<string>()
  return values.filter((value) => seen.size === seen.add(value).size)
}
const groupBy = <Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> => {
  const groups = new Map<string, Row[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return groups
}
const cents = (amount: string): number => Math.round(Number(amount) * 100)
const sumOf = (amounts: readonly string[]): number => amounts.reduce((sum, amount) => sum + cents(amount), 0)

/** Everything that was stored and told, side by side. */
class Books {
  readonly facts: Facts
  readonly world: World
  readonly intents: ReadonlyMap<string, StoredIntent>
  readonly attemptsOf: ReadonlyMap<string, readonly StoredAttempt[]>
  readonly acknowledged: readonly Acknowledged[]
  readonly acquired: ReadonlyMap<string, Booking>

  constructor(world: World, facts: Facts) {
    this.world = world
    this.facts = facts
    this.intents = new Map(facts.intents.map((intent) => [intent.id, intent]))
    this.attemptsOf = groupBy(facts.attempts, (attempt) => attempt.intent_id)
    this.acknowledged = [...world.ledger.acknowledged.values()]
    this.acquired = world.acquirer.books
  }

  attempts(intentId: string, ...statuses: readonly string[]): StoredAttempt[] {
    return (this.attemptsOf.get(intentId) ?? []).filter(({ status }) => statuses.includes(status))
  }

  booking(attempt: StoredAttempt): Booking | undefined {
    return this.acquired.get(attempt.id)
  }

  isCaptured(attempt: StoredAttempt): boolean {
    const booking = this.booking(attempt)
    return booking !== undefined && isCaptured(booking)
  }

  ids(where: (intent: StoredIntent) => boolean): string[] {
    return this.facts.intents.filter(where).map(({ id }) => id)
  }

  verifies(merchantId: string, body: string, headers: Readonly<Record<string, string>>): boolean {
    const key = this.world.merchants.find(({ id }) => id === merchantId)?.signingKey ?? ''
    try {
      new Webhook(key).verify(body, { ...headers, 'webhook-timestamp': headers['webhook-timestamp'] ?? '' })
      return true
    } catch (error) {
      // A run may last longer than a signature is fresh.
      return /timestamp/i.test(String(error))
    }
  }
}

/** What breaks an invariant, named. */
type Check = (books: Books) => readonly string[]

const INVARIANTS: Readonly<Record<string, Check>> = {
  'what was acknowledged is stored': (books) =>
    books.acknowledged.filter(({ id }) => !books.intents.has(id)).map(({ id }) => id),
  'a key is answered with one id for ever': ({ world }) => world.ledger.changedIds,
  'no key has two intents': ({ facts }) => doubles(facts.intents.map(({ key_hash }) => key_hash.toString('hex'))),
  'no two keys have one intent': ({ acknowledged }) => doubles(acknowledged.map(({ id }) => id)),
  'nothing is stored that nobody heard of': (books) => {
    const known = new Set(books.acknowledged.map(({ id }) => id))
    return books.ids(({ id }) => !known.has(id))
  },
  'an intent has the amount that was asked': (books) =>
    books.acknowledged.filter(({ id, amount }) => books.intents.get(id)?.amount !== amount).map(({ id }) => id),
  'an intent is its merchant’s': (books) =>
    books.acknowledged
      .filter(({ id, merchantId }) => books.intents.get(id)?.merchant_id !== merchantId)
      .map(({ id }) => id),
  'every intent has ended': (books) => books.ids(({ status }) => !FINAL.includes(status)),
  'an end has its time': (books) => books.ids((intent) => intent.finalised_at === null),
  'no end lies before its beginning': (books) =>
    books.ids(
      ({ finalised_at, created_at }) =>
        finalised_at !== null && finalised_at.getTime() < created_at.getTime() - CLOCKS_DIFFER_MS,
    ),
  'no attempt is left open': ({ facts }) =>
    facts.attempts.filter(({ status }) => ACTIVE.includes(status)).map(({ id }) => id),
  'no press of Pay made two attempts': ({ facts }) =>
    doubles(facts.attempts.map(({ intent_id, attempt_key }) => `${intent_id} ${attempt_key}`)),
  'an approved intent has one approved attempt': (books) =>
    books.ids(({ id, status }) => status === 'Approved' && books.attempts(id, 'approved').length !== 1),
  'no other intent has one': (books) =>
    books.ids(({ id, status }) => status !== 'Approved' && books.attempts(id, 'approved').length > 0),
  'no more cards were refused than may be tried': (books) =>
    books.ids(({ id }) => books.attempts(id, 'refused').length > LIMITS.cardAttempts),
  'what is approved is captured': (books) =>
    books.facts.attempts
      .filter((attempt) => attempt.status === 'approved' && !books.isCaptured(attempt))
      .map(({ id }) => id),
  'what is captured is approved': (books) =>
    books.facts.attempts
      .filter((attempt) => attempt.status !== 'approved' && books.isCaptured(attempt))
      .map(({ id }) => id),
  'nothing is captured that was never tried': (books) => {
    const tried = new Set(books.facts.attempts.map(({ id }) => id))
    return [...books.acquired].filter(([id, booking]) => isCaptured(booking) && !tried.has(id)).map(([id]) => id)
  },
  'the acquirer is asked once for each attempt': ({ acquired }) =>
    [...acquired].filter(([, { asked }]) => asked > 1).map(([id]) => id),
  'the amounts captured are the amounts of the intents': (books) =>
    books.facts.attempts
      .filter(
        (attempt) =>
          books.isCaptured(attempt) && books.booking(attempt)?.amount !== books.intents.get(attempt.intent_id)?.amount,
      )
      .map(({ id }) => id),
  'both sums are equal': ({ facts, acquired }) => {
    const approved = sumOf(facts.intents.filter(({ status }) => status === 'Approved').map(({ amount }) => amount))
    const captured = sumOf([...acquired.values()].filter(isCaptured).map(({ amount }) => amount))
    return approved === captured ? [] : [`${approved} cents approved, ${captured} captured`]
  },
  'an end has one event': ({ facts }) => {
    const events = groupBy(facts.events, ({ subject }) => subject)
    return facts.intents.filter(({ id }) => events.get(id)?.length !== 1).map(({ id }) => id)
  },
  'an event says what is stored': (books) =>
    books.facts.events
      .filter(({ type, subject, merchant_id }) => {
        const intent = books.intents.get(subject)
        return type !== `payment_${intent?.status.toLowerCase()}` || merchant_id !== intent?.merchant_id
      })
      .map(({ id }) => id),
  'every event has arrived': ({ facts }) => {
    const arrived = new Set(facts.arrivals.map(({ eventId }) => eventId))
    return facts.events.filter(({ id }) => !arrived.has(id)).map(({ id }) => id)
  },
  'no delivery was given up': ({ facts }) => (facts.failedDeliveries === 0 ? [] : [`${facts.failedDeliveries} failed`]),
  'no event is delivered twice to one subscription': ({ facts }) =>
    doubles(facts.delivered.map(({ event_id }) => event_id)),
  'nothing arrived that was not committed': ({ facts }) => {
    const known = new Set(facts.events.map(({ id }) => id))
    return facts.arrivals.filter(({ eventId }) => !known.has(eventId)).map(({ eventId }) => eventId)
  },
  'what arrived is what is stored': ({ facts }) => {
    const bodies = new Map(facts.events.map(({ id, body }) => [id, body]))
    return facts.arrivals.filter(({ eventId, body }) => bodies.get(eventId) !== body).map(({ eventId }) => eventId)
  },
  'nothing arrived at another merchant': ({ facts }) => {
    const owners = new Map(facts.events.map(({ id, merchant_id }) => [id, merchant_id]))
    return facts.arrivals
      .filter(({ eventId, merchantId }) => owners.get(eventId) !== merchantId)
      .map(({ eventId }) => eventId)
  },
  'every signature is right': (books) =>
    books.facts.arrivals
      .filter(({ merchantId, body, headers }) => !books.verifies(merchantId, body, headers))
      .map(({ eventId }) => eventId),
  'nobody was shown an end that changed': ({ world, intents }) =>
    [...world.ledger.shown]
      .filter(([id, seen]) => seen.size > 1 || !seen.has(intents.get(id)?.status ?? ''))
      .map(([id]) => id),
  'no answer was an error without a reason': ({ world }) => world.ledger.unexpected,
}

export interface Finding {
  readonly invariant: string
  readonly broken: readonly string[]
}

/** Holds all that was stored to all that was told. */
export const audit = (world: World, facts: Facts): readonly Finding[] => {
  const books = new Books(world, facts)
  return Object.entries(INVARIANTS).map(([invariant, check]) => ({ invariant, broken: check(books) }))
}
