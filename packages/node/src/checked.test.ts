import { expect, test } from 'vitest'
import { checkedCount, checkedDuration, checkedFunction, checkedNumber, checkedText } from './checked.ts'

const anything = (value: unknown) => value as never

test('what can work is given back', () => {
  expect([checkedNumber('x', 0), checkedNumber('x', Infinity)]).toEqual([0, Infinity])
  expect([checkedCount('x', 0), checkedCount('x', 1, 1)]).toEqual([0, 1])
  expect([checkedDuration('x', 0.5), checkedDuration('x', Infinity)]).toEqual([0.5, 2_147_483_647])
  expect(checkedText('x', 'y')).toBe('y')
  expect(checkedText('x', ' y\n'), 'a secret from a file, with its line end').toBe('y')
  expect(checkedFunction('x', fetch)).toBe(fetch)
})

test.each([
  ['a number of 0 or more', checkedNumber, [-1, Number.NaN, '5', null]],
  ['an integer of 0 or more', checkedCount, [-1, 0.5, Number.NaN, Infinity, '5']],
  ['a positive number', checkedDuration, [0, -1, Number.NaN, '5']],
  ['a function', checkedFunction, [5, '() => 1', {}]],
  ['a non-empty string', checkedText, ['', '\n', 5, undefined, ['a']]],
])('what is not %s is refused by its name', (rule, check, wrong) => {
  for (const value of wrong) {
    expect(() => check('its name', anything(value)), String(value)).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message: `its name must be ${rule}` }),
    )
  }
})
