import type { Attempt, DeliveryStatus } from '@coinslot/contract'
import type { PaymentRow, TimelineEntry } from '@coinslot/contract/dashboard-operations'

interface CardFacts {
  readonly id: string
  readonly brand: string
  readonly lastFour: string
  readonly status: 'authorising' | 'challenged' | 'approved' | 'refused' | 'reversing' | 'reversed'
  readonly refusal: string | null
  readonly createdAt: Date
  readonly challengedAt: Date | null
  readonly finishedAt: Date | null
}

interface DeliveryFacts {
  readonly id: string
  readonly eventId: string
  readonly subscriptionId: string
  readonly endpoint: string
  readonly status: DeliveryStatus
  readonly attempts: readonly Attempt[]
  /** Null where nothing more is tried by itself. */
  readonly nextAttemptAt: Date | null
  readonly createdAt: Date
}

export interface TimelineFacts {
  readonly payment: PaymentRow
  readonly openedAt: Date | null
  readonly check: {
    readonly id: string
    readonly createdAt: Date
    readonly submittedAt: Date | null
    readonly level: number
  } | null
  readonly cards: readonly CardFacts[]
  readonly events: readonly { readonly id: string; readonly type: string; readonly createdAt: Date }[]
  readonly deliveries: readonly DeliveryFacts[]
}

const ENDS = ['Approved', 'Declined', 'Expired'] as const

type WithoutTime<Entry> = Entry extends TimelineEntry ? Omit<Entry, 'at'> : never

/** An entry for what has happened; none for what has not. */
const entryAt = (at: Date | null, what: WithoutTime<TimelineEntry>): TimelineEntry[] =>
  at === null ? [] : [{ at: at.toISOString(), ...what }]

const cardEntries = (facts: CardFacts): TimelineEntry[] => {
  const { status, finishedAt } = facts
  const card = { attempt_id: facts.id, brand: facts.brand, last_four: facts.lastFour }
  return [
    ...entryAt(facts.createdAt, { kind: 'card_tried', ...card }),
    ...entryAt(facts.challengedAt, { kind: 'challenge_asked', ...card }),
    ...(status === 'refused' ? entryAt(finishedAt, { kind: 'card_refused', ...card, reason: facts.refusal }) : []),
    ...(status === 'approved' ? entryAt(finishedAt, { kind: 'card_approved', ...card }) : []),
    ...(status === 'reversed' ? entryAt(finishedAt, { kind: 'card_given_back', ...card }) : []),
  ]
}

const deliveryEntries = ({
  id,
  subscriptionId,
  endpoint,
  status,
  attempts,
  nextAttemptAt,
  createdAt,
}: DeliveryFacts): TimelineEntry[] => {
  const delivery = { delivery_id: id, subscription_id: subscriptionId, endpoint }
  const last = attempts.at(-1)
  const tried = attempts.map(({ at, status_code, failure, duration_ms }) => ({
    at,
    kind: 'delivery_attempt' as const,
    ...delivery,
    status_code,
    failure,
    duration_ms,
  }))
  if (status === 'delivered') return tried
  const at = last?.at ?? createdAt.toISOString()
  return [
    ...tried,
    { at, kind: 'delivery_waiting', ...delivery, status, next_attempt_at: nextAttemptAt?.toISOString() ?? null },
  ]
}

const checkEntries = ({ id, level, createdAt, submittedAt }: NonNullable<TimelineFacts['check']>): TimelineEntry[] => [
  ...entryAt(createdAt, { kind: 'identity_asked', check_id: id, level }),
  ...entryAt(submittedAt, { kind: 'identity_given', check_id: id }),
]

const identityEntries = ({ check, events }: TimelineFacts): TimelineEntry[] => [
  ...(check === null ? [] : checkEntries(check)),
  ...events.flatMap(({ type, createdAt }) => {
    const outcome = type === 'kyc_approved' ? 'approved' : type === 'kyc_rejected' ? 'rejected' : null
    return outcome === null ? [] : entryAt(createdAt, { kind: 'identity_decided', outcome })
  }),
]

const endEntries = ({ payment }: TimelineFacts): TimelineEntry[] => {
  const status = ENDS.find((each) => each === payment.status)
  if (status === undefined) return []
  return [{ at: payment.finalised_at ?? payment.expires_at, kind: 'ended', status }]
}

const eventEntries = ({ events, deliveries }: TimelineFacts): TimelineEntry[] =>
  events.map(({ id, type, createdAt }) => ({
    at: createdAt.toISOString(),
    kind: 'event',
    event_id: id,
    event_type: type,
    deliveries: deliveries.filter(({ eventId }) => eventId === id).length,
  }))

/** Causes come before what follows from them, where both are of the same millisecond. */
const ORDER: readonly TimelineEntry['kind'][] = [
  'created',
  'opened',
  'identity_asked',
  'identity_given',
  'identity_decided',
  'card_tried',
  'challenge_asked',
  'card_refused',
  'card_approved',
  'ended',
  'card_given_back',
  'event',
  'delivery_attempt',
  'delivery_waiting',
]

/** Everything that happened to a payment, in order. */
export const timelineOf = (facts: TimelineFacts): TimelineEntry[] => {
  const entries: TimelineEntry[] = [
    { at: facts.payment.created_at, kind: 'created' },
    ...entryAt(facts.openedAt, { kind: 'opened' }),
    ...identityEntries(facts),
    ...facts.cards.flatMap(cardEntries),
    ...endEntries(facts),
    ...eventEntries(facts),
    ...facts.deliveries.flatMap(deliveryEntries),
  ]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
