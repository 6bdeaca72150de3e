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

const cardEntries = ({
  id,
  brand,
  lastFour,
  status,
  refusal,
  createdAt,
  challengedAt,
  finishedAt,
}: CardFacts): TimelineEntry[] => {
  const card = { attempt_id: id, brand, last_four: lastFour }
  const end = finishedAt?.toISOString()
  return [
    { at: createdAt.toISOString(), kind: 'card_tried', ...card },
    ...(challengedAt === null ? [] : [{ at: challengedAt.toISOString(), kind: 'challenge_asked' as const, ...card }]),
    ...(end !== undefined && status === 'refused'
      ? [{ at: end, kind: 'card_refused' as const, ...card, reason: refusal }]
      : []),
    ...(end !== undefined && status === 'approved' ? [{ at: end, kind: 'card_approved' as const, ...card }] : []),
    ...(end !== undefined && status === 'reversed' ? [{ at: end, kind: 'card_given_back' as const, ...card }] : []),
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

const identityEntries = ({ check, events }: TimelineFacts): TimelineEntry[] => [
  ...(check === null
    ? []
    : [{ at: check.createdAt.toISOString(), kind: 'identity_asked' as const, check_id: check.id, level: check.level }]),
  ...(check?.submittedAt == null
    ? []
    : [{ at: check.submittedAt.toISOString(), kind: 'identity_given' as const, check_id: check.id }]),
  ...events.flatMap(({ type, createdAt }) => {
    const outcome = type === 'kyc_approved' ? 'approved' : type === 'kyc_rejected' ? 'rejected' : null
    return outcome === null
      ? []
      : [{ at: createdAt.toISOString(), kind: 'identity_decided' as const, outcome } as const]
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
    ...(facts.openedAt === null ? [] : [{ at: facts.openedAt.toISOString(), kind: 'opened' as const }]),
    ...identityEntries(facts),
    ...facts.cards.flatMap(cardEntries),
    ...endEntries(facts),
    ...eventEntries(facts),
    ...facts.deliveries.flatMap(deliveryEntries),
  ]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}
