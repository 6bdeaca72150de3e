import type { KycLevel } from '@coinslot/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factsOf, isAsked, isOpen, type KycFacts, nextStep, progressOf, REQUIREMENTS } from './level-rules.ts'

const nothing: KycFacts = {
  emailVerified: false,
  identityVerified: false,
  addressGiven: false,
  documentsSubmitted: false,
  emailCodeSent: false,
  phoneCodeSent: false,
}
/** What an honest customer does at each step. */
const answers: Record<string, Partial<KycFacts>> = {
  kyc_email: { emailCodeSent: true },
  kyc_email_code: { emailVerified: true },
  kyc_identity: { phoneCodeSent: true },
  kyc_phone_code: { identityVerified: true },
  kyc_address: { addressGiven: true },
  kyc_documents: { documentsSubmitted: true },
}
const walk = (level: KycLevel, from: KycFacts = nothing) => {
  const steps: string[] = []
  let facts = from
  for (let step = nextStep(level, facts); step; step = nextStep(level, facts)) {
    steps.push(step)
    facts = { ...facts, ...answers[step] }
  }
  return { steps, facts }
}

const one = ['kyc_email', 'kyc_email_code']
const two = [...one, 'kyc_identity', 'kyc_phone_code']
const three = [...two, 'kyc_address', 'kyc_documents']

describe('decisions.md §5: requirements of the levels', () => {
  test.each([
    [1, one],
    [2, two],
    [3, three],
  ] as const)('level %i asks in sequence', (level, steps) => expect(walk(level).steps).toEqual(steps))

  test('a higher level asks only for what a lower one has not', () => {
    const { facts } = walk(1)
    expect(walk(2, facts).steps).toEqual(two.slice(one.length))
    expect(walk(3, walk(2, facts).facts).steps).toEqual(three.slice(two.length))
  })

  test('a level once walked asks for nothing again, and each level contains those below', () => {
    const facts = fc.record({
      emailVerified: fc.boolean(),
      identityVerified: fc.boolean(),
      addressGiven: fc.boolean(),
      documentsSubmitted: fc.boolean(),
      emailCodeSent: fc.boolean(),
      phoneCodeSent: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.constantFrom<KycLevel>(1, 2, 3), facts, (level, given) => {
        const { steps, facts: end } = walk(level, given)
        expect(new Set(steps).size).toBe(steps.length)
        expect(nextStep(level, end)).toBeNull()
        const below = ([1, 2, 3] as const).filter((lower) => lower < level)
        expect(below.map((lower) => nextStep(lower, end))).toEqual(below.map(() => null))
      }),
    )
  })

  test('takes an answer to the first outstanding requirement only', () => {
    expect(REQUIREMENTS[3].filter((requirement) => isAsked(3, nothing, requirement))).toEqual(['email'])
    expect(isAsked(1, { ...nothing, emailVerified: true }, 'identity')).toBe(false)
    expect(isAsked(2, { ...nothing, emailVerified: true }, 'identity')).toBe(true)
  })

  test('tells what a level asks for and which of it comes now, until all of it has been given', () => {
    expect(progressOf(3, nothing)).toEqual({ asks: ['email', 'identity', 'address', 'documents'], step: 1 })
    expect(progressOf(2, { ...nothing, emailVerified: true })).toEqual({ asks: ['email', 'identity'], step: 2 })
    expect(progressOf(1, { ...nothing, emailVerified: true })).toBeNull()
  })
})

describe('what a session and its customer have given', () => {
  const none = {
    customer: { email: null, fullName: null, phone: null, address: null, documentsSubmittedAt: null },
    pendingEmail: null,
    pendingPhone: null,
  }

  test('is nothing at first', () => expect(factsOf(none)).toEqual(nothing))

  test.each([
    [{ email: 'x' }, { emailVerified: true }],
    [{ fullName: 'x' }, {}],
    [{ phone: 'x' }, {}],
    [{ fullName: 'x', phone: 'x' }, { identityVerified: true }],
    [{ address: 'x' }, { addressGiven: true }],
    [{ documentsSubmittedAt: 'x' }, { documentsSubmitted: true }],
  ])('of a customer with %j', (customer, facts) =>
    expect(factsOf({ ...none, customer: { ...none.customer, ...customer } })).toEqual({ ...nothing, ...facts }),
  )

  test('knows a code that is on its way', () => {
    expect(factsOf({ ...none, pendingEmail: 'x' })).toEqual({ ...nothing, emailCodeSent: true })
    expect(factsOf({ ...none, pendingPhone: 'x' })).toEqual({ ...nothing, phoneCodeSent: true })
  })
})

test('a session takes input until it was sent off, decided, or its time is up', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  const open = { submittedAt: null, outcome: null, expiresAt: new Date(now.getTime() + 1) }
  expect(isOpen(open, now)).toBe(true)
  expect(isOpen({ ...open, submittedAt: now }, now)).toBe(false)
  expect(isOpen({ ...open, outcome: 'approved' }, now)).toBe(false)
  expect(isOpen({ ...open, expiresAt: now }, now)).toBe(false)
})
