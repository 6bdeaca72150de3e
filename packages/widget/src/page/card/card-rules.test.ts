import { expect, test } from 'vitest'
import { en } from '../messages/en.ts'
import { createCardRules } from './card-rules.ts'

const VISA = '4111 1111 1111 1111'
const AMERICAN_EXPRESS = '3782 822463 10005'
const IN_JUNE_2030 = Date.UTC(2030, 5, 15)

const rulesFor = (number: string) =>
  createCardRules(
    en,
    () => number,
    () => IN_JUNE_2030,
  )

test.each([
  [VISA, '123', null],
  [VISA, '12', en.problem.card_security_code],
  [VISA, '1234', en.problem.card_security_code],
  [AMERICAN_EXPRESS, '1234', null],
  [AMERICAN_EXPRESS, '123', en.problem.card_security_code],
  [VISA, '１２３', null],
  [VISA, '  ', en.required.securityCode],
  ['', '12', en.problem.card_security_code],
  ['', '123', null],
  ['', '1234', null],
  ['', '12345', en.problem.card_security_code],
])('beside the number %s the security code %j is answered with %j', (number, code, answer) => {
  expect(rulesFor(number)['security-code'](code)).toBe(answer)
})

test.each([
  ['06 / 30', null],
  ['05 / 30', en.expiryPast],
  ['13 / 30', en.problem.card_expiry],
  ['06 / 1930', en.problem.card_expiry],
  ['06 / 2130', en.problem.card_expiry],
  [' ', en.required.expiryDate],
])('in June 2030 the expiry date %j is answered with %j', (typed, answer) => {
  expect(rulesFor(VISA)['expiry-date'](typed)).toBe(answer)
})

test('a number or a name of nothing but spaces is missing', () => {
  const rules = rulesFor(VISA)
  expect([rules['card-number']('  '), rules['name-on-card']('  ')]).toEqual([
    en.required.cardNumber,
    en.required.nameOnCard,
  ])
})
