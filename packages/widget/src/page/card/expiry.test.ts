import { expect, test } from 'vitest'
import { formatExpiry, parseExpiry } from './expiry.ts'

test.each([
  '1228',
  '12/28',
  '12 / 28',
  '12-28',
  '12/2028',
  '122028',
  '2028-12',
  '１２／２８',
  '١٢/٢٨',
  '2028年12月',
  'exp. 12/28',
])('%s is December 2028', (text) => {
  expect(parseExpiry(text)).toEqual({ month: 12, year: 2028 })
})

test.each(['428', '4/28', '04/28', '0428'])('%s is April 2028', (text) => {
  expect(parseExpiry(text)).toEqual({ month: 4, year: 2028 })
})

test.each(['', '12', '1328', '00/28', '12/', '12/8', '12/028', 'soon', '12/28/01'])('%j is no expiry date', (text) => {
  expect(parseExpiry(text)).toBeNull()
})

test.each([
  ['1', 'insertText', '1'],
  ['12', 'insertText', '12 / '],
  ['4', 'insertText', '04 / '],
  ['4/', 'insertText', '04 / '],
  ['1-', 'insertText', '01 / '],
  ['1 ', 'insertText', '01 / '],
  ['1228', 'insertFromPaste', '12 / 28'],
  ['12/28', 'insertFromPaste', '12 / 28'],
  ['1/28', 'insertFromPaste', '01 / 28'],
  ['12 /', 'deleteContentBackward', '12 /'],
  ['12/2028', '', '12/2028'],
  ['2028-12', '', '2028-12'],
  ['28/12', 'insertFromPaste', '28 / 12'],
  ['2812', '', '28 / 12'],
  ['Dec 2028', 'insertFromPaste', 'Dec 2028'],
  ['Jan 29', 'insertFromPaste', 'Jan 29'],
  ['exp. 1/29', 'insertFromPaste', '01 / 29'],
  ['2028年12月', '', '2028年12月'],
  ['1a', 'insertText', '01 / '],
  ['a12', 'insertText', '12 / '],
  ['\u{1e951}', 'insertText', '1'],
  ['12 / 20३४', 'insertText', '12 / 2034'],
])('%j after %s is shown as %j', (typed, inputType, shown) => {
  expect(formatExpiry(typed, inputType)).toBe(shown)
})
