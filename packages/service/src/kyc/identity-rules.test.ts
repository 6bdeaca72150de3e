import { describe, expect, test } from 'vitest'
import { addressProblem, isInCountries, readFullName, readPhone } from './identity-rules.ts'

describe('numbers', () => {
  test.each(['+49 30 1234567', ' +49301234567', '0049 30 1234567', ' 0049301234567'])('%j is read as E.164', (typed) =>
    expect(readPhone(typed)).toBe('+49301234567'),
  )

  test('noughts within a number are of it', () => expect(readPhone('+49 300 0034567')).toBe('+493000034567'))

  test.each(['', '030 1234567', '49301234567', '+49', '+4', '+999 1234567', 'call +49 30 1234567', '1 0049301234567'])(
    '%j is no number with its country code',
    (typed) => expect(readPhone(typed)).toBeNull(),
  )

  test('codes go to all countries, or to those that are named', () => {
    expect(isInCountries('+49301234567', [])).toBe(true)
    expect(isInCountries('+49301234567', ['FR', 'DE'])).toBe(true)
    expect(isInCountries('+49301234567', ['FR'])).toBe(false)
  })

  test('a number of no one country is in none that are named', () => {
    expect([isInCountries('+80012345678', []), isInCountries('+80012345678', ['DE'])]).toEqual([true, false])
    expect([isInCountries('nonsense', []), isInCountries('nonsense', ['DE'])]).toEqual([true, false])
  })
})

test.each([
  [' Ada Lovelace ', 'Ada Lovelace'],
  ['李', '李'],
  ['1', null],
  [' ', null],
  ['\u3164', null],
  ['', null],
])('%j as a full name: %j', (typed, name) => expect(readFullName(typed)).toBe(name))

describe('addresses', () => {
  const address = { street: 'Unter den Linden 1', city: 'Berlin', postalCode: '10117', country: 'DE' }

  test('one is taken whole', () => expect(addressProblem(address)).toBeNull())

  test.each(['street', 'city', 'postalCode'] as const)('one is not taken with a blank %s', (part) =>
    expect([' ', '\u200b', ' \u2060 '].map((blank) => addressProblem({ ...address, [part]: blank }))).toEqual(
      Array(3).fill('address'),
    ),
  )

  test('one is taken without a postal code in a country that has none', () =>
    expect(addressProblem({ ...address, postalCode: '', country: 'HK' })).toBeNull())

  test('one is not taken in a country that does not exist', () =>
    expect(addressProblem({ ...address, country: 'XX' })).toBe('country'))
})
