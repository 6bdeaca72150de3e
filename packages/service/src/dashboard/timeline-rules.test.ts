import type { PaymentRow } from '@coinslot/contract/dashboard-operations'
import { describe, expect, test } from 'vitest'
import { timelineOf, type TimelineFacts } from './timeline-rules.ts'

const START = new Date('2026-03-15T10:00:00.000Z')
const at = (seconds: number): Date => new Date(START.getTime() + seconds * 1000)
const textAt = (seconds: number): string => at(seconds).toISOString()

const ENDPOINT = 'https://merchant.example/hook'
const card = { brand: 'visa', lastFour: '1111', refusal: null, challengedAt: null, finishedAt: null } as const
const event = { id: 'event', type: 'payment_approved', createdAt: at(10) }
const delivery = {
  id: 'delivery',
  eventId: event.id,
  subscriptionId: 'subscription',
  endpoint: ENDPOINT,
  status: 'pending',
  attempts: [],
  nextAttemptAt: null,
  createdAt: at(10),
} as const
const failed = { at: textAt(11), status_code: 500, failure: 'http_status', duration_ms: 12 } as const
const taken = { at: textAt(21), status_code: 204, failure: null, duration_ms: 8 } as const

/** A payment that nobody has opened, and what is told of it. */
const tell = (facts: Partial<TimelineFacts>, payment: Partial<PaymentRow> = {}) =>
  timelineOf({
    payment: {
      status: 'Created',
      created_at: textAt(0),
      expires_at: textAt(900),
      finalised_at: null,
      ...payment,
    } as PaymentRow,
    openedAt: null,
    check: null,
    cards: [],
    events: [],
    deliveries: [],
    ...facts,
  })
const kinds = (entries: ReturnType<typeof tell>): string[] => entries.map(({ kind }) => kind)
const created = { at: textAt(0), kind: 'created' }

describe('a timeline', () => {
  test('of a payment that nobody has opened says that it was made', () => {
    expect(tell({})).toEqual([created])
  })

  test('is in the order of time, and in that of cause and effect within a millisecond', () => {
    const facts: Partial<TimelineFacts> = {
      openedAt: at(0),
      check: { id: 'check', level: 2, createdAt: at(0), submittedAt: at(0) },
      cards: [
        { ...card, id: 'given-back', status: 'reversed', createdAt: at(0), finishedAt: at(0) },
        { ...card, id: 'refused', status: 'refused', createdAt: at(0), finishedAt: at(0) },
        { ...card, id: 'approved', status: 'approved', createdAt: at(0), challengedAt: at(0), finishedAt: at(0) },
      ],
      events: [{ id: 'decided', type: 'kyc_approved', createdAt: at(0) }],
      deliveries: [{ ...delivery, createdAt: at(0), attempts: [{ ...failed, at: textAt(0) }] }],
    }
    const ordered = [
      'created',
      'opened',
      'identity_asked',
      'identity_given',
      'identity_decided',
      ...Array(3).fill('card_tried'),
      'challenge_asked',
      'card_refused',
      'card_approved',
      'ended',
      'card_given_back',
      'event',
      'delivery_attempt',
      'delivery_waiting',
    ]
    expect(kinds(tell(facts, { status: 'Approved', finalised_at: textAt(0) }))).toEqual(ordered)
    const later = tell({ openedAt: at(5), cards: [{ ...card, id: 'card', status: 'authorising', createdAt: at(4) }] })
    expect(kinds(later)).toEqual(['created', 'card_tried', 'opened'])
  })
})

describe('an identity check', () => {
  const check = { id: 'check', level: 3, createdAt: at(2), submittedAt: null }

  test('is asked for, and given once it was sent off', () => {
    const asked = { at: textAt(2), kind: 'identity_asked', check_id: 'check', level: 3 }
    expect(tell({ check })).toEqual([created, asked])
    expect(tell({ check: { ...check, submittedAt: at(8) } })).toEqual([
      created,
      asked,
      { at: textAt(8), kind: 'identity_given', check_id: 'check' },
    ])
  })

  test.each([
    ['kyc_approved', 'approved'],
    ['kyc_rejected', 'rejected'],
  ])('is decided by the event %s', (type, outcome) => {
    expect(tell({ events: [{ ...event, type }] })).toEqual([
      created,
      { at: textAt(10), kind: 'identity_decided', outcome },
      { at: textAt(10), kind: 'event', event_id: 'event', event_type: type, deliveries: 0 },
    ])
  })

  test('is decided by no other event', () => {
    expect(kinds(tell({ events: [event] }))).toEqual(['created', 'event'])
  })
})

describe('a card', () => {
  const shown = { attempt_id: 'card', brand: 'visa', last_four: '1111' }
  const tried = { at: textAt(3), kind: 'card_tried', ...shown }
  const base = { ...card, id: 'card', createdAt: at(3) }

  test.each(['authorising', 'challenged', 'reversing'] as const)('that is %s was tried, and no more', (status) => {
    expect(tell({ cards: [{ ...base, status, finishedAt: at(4) }] })).toEqual([created, tried])
  })

  test('whose bank asks says so', () => {
    expect(tell({ cards: [{ ...base, status: 'challenged', challengedAt: at(4) }] })).toEqual([
      created,
      tried,
      { at: textAt(4), kind: 'challenge_asked', ...shown },
    ])
  })

  test.each([
    ['refused', { kind: 'card_refused', reason: 'insufficient_funds' }],
    ['approved', { kind: 'card_approved' }],
    ['reversed', { kind: 'card_given_back' }],
  ] as const)('that is %s says so', (status, end) => {
    const cards = [{ ...base, status, finishedAt: at(5), refusal: 'insufficient_funds' }]
    expect(tell({ cards })).toEqual([created, tried, { at: textAt(5), ...shown, ...end }])
  })
})

describe('the end', () => {
  test.each(['Approved', 'Declined', 'Expired'] as const)('%s is told when it came', (status) => {
    const end = { kind: 'ended', status }
    expect(tell({}, { status, finalised_at: textAt(30) })).toEqual([created, { at: textAt(30), ...end }])
  })

  test('of one that is not written yet came when its time was over', () => {
    expect(tell({}, { status: 'Expired' })).toEqual([created, { at: textAt(900), kind: 'ended', status: 'Expired' }])
  })

  test.each(['Created', 'Refused'] as const)('has not come to one that is %s', (status) => {
    expect(tell({}, { status })).toEqual([created])
  })
})

describe('an event', () => {
  test('counts the deliveries of its own', () => {
    const deliveries = [delivery, { ...delivery, id: 'second' }, { ...delivery, id: 'other', eventId: 'other' }]
    expect(tell({ events: [event], deliveries })).toContainEqual({
      at: textAt(10),
      kind: 'event',
      event_id: 'event',
      event_type: 'payment_approved',
      deliveries: 2,
    })
  })
})

describe('a delivery', () => {
  const shown = { delivery_id: 'delivery', subscription_id: 'subscription', endpoint: ENDPOINT }
  const attempt = ({ at: time, ...outcome }: typeof failed | typeof taken) => ({
    at: time,
    kind: 'delivery_attempt',
    ...shown,
    ...outcome,
  })
  const waiting = { kind: 'delivery_waiting', ...shown }

  test('that was not tried waits from the start', () => {
    expect(tell({ deliveries: [delivery] })).toEqual([
      created,
      { at: textAt(10), ...waiting, status: 'pending', next_attempt_at: null },
    ])
  })

  test('that failed waits from then on for the next time', () => {
    const deliveries = [{ ...delivery, attempts: [failed], nextAttemptAt: at(20) }]
    expect(tell({ deliveries })).toEqual([
      created,
      attempt(failed),
      { at: textAt(11), ...waiting, status: 'pending', next_attempt_at: textAt(20) },
    ])
  })

  test('that has arrived waits for nothing', () => {
    const deliveries = [{ ...delivery, status: 'delivered' as const, attempts: [failed, taken] }]
    expect(tell({ deliveries })).toEqual([created, attempt(failed), attempt(taken)])
  })
})
