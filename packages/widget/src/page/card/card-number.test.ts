import { SANDBOX_CARDS } from '@coinslot/contract/sandbox'
import { expect, test } from 'vitest'
import { brandOf, groupCardNumber, isCardNumber, typeCardNumber, typeOverKept } from './card-number.ts'

test.each(SANDBOX_CARDS.map(({ number }) => number))('the sandbox card %s is a card number', (number) => {
  expect(isCardNumber(number)).toBe(true)
})

test.each([
  ['4111111111111111', '4111 1111 1111 1111'],
  ['378282246310005', '3782 822463 10005'],
  [' 5204-2477 5000\t1471 ', '5204 2477 5000 1471'],
  ['٤١١١١١١١١١١١١١١١', '4111 1111 1111 1111'],
  ['۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱', '4111 1111 1111 1111'],
  ['४१११११११११११११११', '4111 1111 1111 1111'],
  ['৪১১১১১১১১১১১১১১১', '4111 1111 1111 1111'],
  ['๔๑๑๑๑๑๑๑๑๑๑๑๑๑๑๑', '4111 1111 1111 1111'],
  ['𝟜𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙𝟙', '4111 1111 1111 1111'],
  ['४१२३५६७८९०', '4123 5678 90'],
  ['４１１１１１１１１１１１１１１１', '4111 1111 1111 1111'],
  ['41111111111111119999999', '4111 1111 1111 1111 999'],
  ['', ''],
])('%j is grouped as %j', (typed, grouped) => {
  expect(groupCardNumber(typed)).toBe(grouped)
})

test('a number with a wrong digit, a missing digit or letters alone is none', () => {
  for (const text of ['4111111111111112', '411111111111111', 'abcd', '']) expect(isCardNumber(text)).toBe(false)
})

test('the brand tells name and length of the code', () => {
  expect(brandOf('4111')).toMatchObject({ type: 'visa', name: 'Visa', codeDigits: 3 })
  expect(brandOf('3782')).toMatchObject({ type: 'american-express', codeDigits: 4 })
  expect(brandOf('')).toMatchObject({ type: null, name: null, codeDigits: 3 })
})

test('typing in the middle keeps the caret at its digit', () => {
  expect(typeCardNumber({ value: '41191 1111', caret: 4 }, '4111 1111', 'insertText')).toEqual({
    value: '4119 1111 1',
    caret: 4,
  })
})

test('typing at the end goes past a gap', () => {
  expect(typeCardNumber({ value: '41111', caret: 5 }, '4111', 'insertText')).toEqual({ value: '4111 1', caret: 6 })
})

test('a number kept from a refused card gives way to a new one typed after it, and to nothing else', () => {
  const kept = '4111 1111 1111 1111'
  const at = (value: string, caret = value.length) => typeOverKept({ value, caret }, kept)
  expect(at(`${kept}5`)).toEqual({ value: '5', caret: 1 })
  expect(at(`${kept}5204 2477`)).toEqual({ value: '52042477', caret: 8 })
  expect(at('4111 1111 1111 111').value).toBe('4111 1111 1111 111')
  expect(at('5').value).toBe('5')
  expect(at('5204 2477 5000 1471 123').value).toBe('5204 2477 5000 1471 123')
  expect(at('41119 1111 1111 1111', 5).caret).toBe(5)
})

test('backspace over a gap takes the digit before it, delete the digit after it', () => {
  expect(typeCardNumber({ value: '41112345', caret: 4 }, '4111 2345', 'deleteContentBackward')).toEqual({
    value: '4112 345',
    caret: 3,
  })
  expect(typeCardNumber({ value: '41112345', caret: 4 }, '4111 2345', 'deleteContentForward')).toEqual({
    value: '4111 345',
    caret: 4,
  })
})

test('a digit too many, typed in the middle, is not taken; the last one stays', () => {
  const full = '5204 2477 5000 1471'
  const typed = { value: '5204 29477 5000 1471', caret: 7 }
  expect(typeCardNumber(typed, full, 'insertText')).toEqual({ value: full, caret: 6 })
  expect(typeCardNumber({ value: `${full}9`, caret: 20 }, full, 'insertText')).toEqual({ value: full, caret: 19 })
})

test.each([
  ['4111 1111 1111 1111 12/30 123', '4111 1111 1111 1111'],
  ['4111111111111111 12/30', '4111 1111 1111 1111'],
  ['4111 1111 1111 1111 123', '4111 1111 1111 1111'],
  ['378282246310005 12/30 1234', '3782 822463 10005'],
  ['4000 0000 0000 0002 002', '4000 0000 0000 0002 002'],
  ['4111 1111 1111 1112 12/30', '4111 1111 1111 1112 123'],
])('of %j, pasted with what else is on the card, the number is taken: %j', (value, number) => {
  const caret = value.length
  expect(typeCardNumber({ value, caret }, '', 'insertFromPaste')).toEqual({ value: number, caret: number.length })
})
