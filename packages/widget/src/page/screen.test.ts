import { expect, test } from 'vitest'
import { payView, viewAt } from '../../test/support/views.ts'
import { keyOf, type ScreenFacts, screenOf } from './screen.ts'

const facts = (
  change: Partial<ScreenFacts> & { readonly view?: ReturnType<typeof payView> | null } = {},
): ScreenFacts => {
  const { view = payView(), ...rest } = change
  return {
    session: { view, isGone: false },
    errorCode: null,
    expectsCard: true,
    hasVerification: true,
    dismissedAttemptsLeft: null,
    hasLeft: false,
    ...rest,
  }
}

const refused = payView({ refused: true, attempts_left: 2 })
const email = viewAt('kyc_email', {})
const approved = viewAt('approved', { receipt: null })

test.each([
  ['before the answer, of a session that came with an intent', facts({ view: null }), 'form-first'],
  ['before the answer, of any other session', facts({ view: null, expectsCard: false }), 'loading'],
  ['the card form', facts(), 'pay'],
  ['a refusal', facts({ view: refused }), 'refused'],
  ['a refusal gone on from', facts({ view: refused, dismissedAttemptsLeft: 2 }), 'pay'],
  ['the refusal after that', facts({ view: refused, dismissedAttemptsLeft: 3 }), 'refused'],
  ['a verification', facts({ view: email }), 'kyc_email'],
  ['a verification whose part is not loaded', facts({ view: email, hasVerification: false }), 'loading'],
  [
    'the end of a verification, which needs no part',
    facts({ view: viewAt('kyc_pending', {}), hasVerification: false }),
    'kyc_pending',
  ],
  ['an approval', facts({ view: approved }), 'approved'],
  [
    'a session that is gone, whatever was to be done in it',
    facts({ session: { view: email, isGone: true } }),
    'unavailable',
  ],
  [
    'an end that was seen before its session was gone',
    facts({ session: { view: approved, isGone: true } }),
    'approved',
  ],
  ['no session', facts({ session: null, errorCode: 'ERR03' }), 'unavailable'],
  ['a buyer who has left', facts({ view: approved, hasLeft: true }), 'left'],
] as const)('%s is shown as its own screen', (_name, given, key) => {
  expect(keyOf(screenOf(given))).toBe(key)
})

test('only a buyer without a session is told why by an error code', () => {
  expect(screenOf(facts({ session: null, errorCode: 'ERR03' }))).toMatchObject({ errorCode: 'ERR03' })
  expect(screenOf(facts({ session: { view: null, isGone: true }, errorCode: 'ERR06' }))).toMatchObject({
    errorCode: null,
  })
  const onPhone = facts({ session: { view: null, isGone: true }, errorCode: 'phone_link' })
  expect(screenOf(onPhone)).toMatchObject({ errorCode: 'phone_link' })
})
