import { describe, expect, test } from 'vitest'
import { decidedStep, paymentStep, refusedStep } from './step-rules.ts'

const now = new Date('2026-03-15T10:00:00Z')
const later = new Date(now.getTime() + 60_000)
const intent = { id: 'intent', reference: 'order-7', errorCode: null, status: 'Created', expiresAt: later } as const
const attempt = {
  id: 'attempt',
  status: 'refused',
  challenge: null,
  card: { brand: 'visa', lastFour: '1111' },
  finishedAt: now,
  refusalReason: null,
} as const
const why = { ...attempt, refusalReason: 'card_expired' } as const
const stepOf = (attempts: Parameters<typeof paymentStep>[1], change: Partial<Parameters<typeof paymentStep>[0]> = {}) =>
  paymentStep({ ...intent, ...change }, attempts, null, now)

describe('a payment', () => {
  test('asks for a card, and counts those that were refused', () => {
    expect(stepOf([])).toEqual({ step: 'pay', attempts_left: 3, refused: false })
    expect(stepOf([attempt])).toEqual({ step: 'pay', attempts_left: 2, refused: true })
    expect(stepOf([attempt, { ...attempt, status: 'reversed' }])).toMatchObject({ attempts_left: 2 })
    expect(stepOf([attempt, attempt, attempt])).toMatchObject({ attempts_left: 1 })
  })

  test('says why the last card was refused, where that was said', () => {
    const reversed = { ...attempt, status: 'reversed', refusalReason: 'call_bank' } as const
    expect(stepOf([attempt, why, reversed])).toMatchObject({ refusal_reason: 'card_expired' })
    expect(stepOf([why, attempt])).not.toHaveProperty('refusal_reason')
    expect(stepOf([why], { status: 'Declined' })).toEqual({ step: 'declined', refusal_reason: 'card_expired' })
  })

  test('shows the challenge of the attempt that waits for one, and waits for any other', () => {
    const challenged = { ...attempt, status: 'challenged', challenge: { url: 'https://bank.example', data: 'creq' } }
    expect(stepOf([attempt, challenged])).toEqual({
      step: 'challenge',
      challenge: { id: 'attempt', url: 'https://bank.example', creq: 'creq' },
    })
    expect(stepOf([{ ...attempt, status: 'reversing' }])).toEqual({ step: 'processing' })
  })

  test('asks for nothing but its gate, where it has one', () => {
    expect(paymentStep({ ...intent, errorCode: 'ERR06' }, [], { step: 'kyc_pending' }, now)).toEqual({
      step: 'kyc_pending',
    })
    expect(stepOf([], { errorCode: 'ERR06' })).toMatchObject({ step: 'pay' })
  })

  test('that was never to be tells its code, whatever its status', () => {
    expect(stepOf([], { errorCode: 'ERR01', status: 'Refused' })).toEqual({ step: 'message', error_code: 'ERR01' })
  })

  test('ends with its receipt, under the reference of the merchant or its own id', () => {
    const paid = { ...attempt, status: 'approved' }
    const receipt = { brand: 'visa', last_four: '1111', reference: 'order-7', paid_at: '2026-03-15T10:00:00.000Z' }
    expect(stepOf([attempt, paid], { status: 'Approved' })).toEqual({ step: 'approved', receipt })
    expect(stepOf([paid], { status: 'Approved', reference: null })).toMatchObject({ receipt: { reference: 'intent' } })
    expect(stepOf([{ ...paid, finishedAt: null }], { status: 'Approved' })).toEqual({ step: 'approved', receipt: null })
    expect(stepOf([attempt], { status: 'Approved' })).toEqual({ step: 'approved', receipt: null })
  })

  test('ends when its time is up, before that is written', () => {
    expect(stepOf([], { expiresAt: now })).toEqual({ step: 'expired' })
    expect(stepOf([], { status: 'Declined', expiresAt: now })).toEqual({ step: 'declined' })
  })
})

test('who may be asked for nothing sees what is under way or has ended, and otherwise a refusal', () => {
  const challenge = { step: 'challenge', challenge: { id: 'a', url: 'https://bank.example', creq: 'c' } } as const
  for (const step of [
    challenge,
    ...(['processing', 'declined', 'expired', 'kyc_approved', 'kyc_pending', 'kyc_rejected'] as const).map((each) => ({
      step: each,
    })),
    { step: 'approved', receipt: null } as const,
    { step: 'message', error_code: 'ERR01' } as const,
  ]) {
    expect(refusedStep(step)).toBe(step)
  }
  const refused = { step: 'message', error_code: 'ERR03' }
  expect(refusedStep({ step: 'pay', attempts_left: 3, refused: false })).toEqual(refused)
})

describe('an identity check', () => {
  const open = { outcome: null, submittedAt: null, expiresAt: later }

  test('goes on until it is decided, sent off, or its time is up', () => {
    expect(decidedStep(open, now)).toBeNull()
    expect(decidedStep({ ...open, expiresAt: now }, now)).toEqual({ step: 'expired' })
    const sentInTime = { ...open, submittedAt: now, expiresAt: now }
    expect(decidedStep(sentInTime, now)).toEqual({ step: 'processing' })
    expect(decidedStep(sentInTime, later)).toEqual({ step: 'kyc_pending' })
    expect(decidedStep({ ...open, outcome: 'rejected', submittedAt: now }, now)).toEqual({ step: 'kyc_rejected' })
  })

  test('is called pending when its decision takes longer than 30 seconds', () => {
    const after = (ms: number) => decidedStep({ ...open, submittedAt: now }, new Date(now.getTime() + ms))
    expect([after(29_999), after(30_000)]).toEqual([{ step: 'processing' }, { step: 'kyc_pending' }])
    // Nor does it take longer to be called so where the clock has been set back behind the moment it was sent off.
    expect([after(-29_999), after(-30_000)]).toEqual([{ step: 'processing' }, { step: 'kyc_pending' }])
  })
})
