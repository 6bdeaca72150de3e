import { type PayRequest, SANDBOX_CARDS } from '@coinslot/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkCard } from './card-rules.ts'

const now = new Date('2026-06-15T12:00:00Z')
const typed: PayRequest['card'] = {
  number: '4111 1111 1111 1111',
  expiry_month: 12,
  expiry_year: 2028,
  security_code: '123',
  name: 'Ada Lovelace',
}
const problemOf = (change: Partial<PayRequest['card']>, at = now) => {
  const checked = checkCard({ ...typed, ...change }, at)
  return 'problem' in checked ? checked.problem : null
}

describe('card checks before any authorisation', () => {
  test.each(SANDBOX_CARDS)('decisions.md §8: takes $number', ({ number }) => {
    expect(checkCard({ ...typed, number }, now)).toMatchObject({
      card: { number },
      summary: { lastFour: number.slice(-4), brand: number.startsWith('4') ? 'visa' : 'mastercard' },
    })
  })

  test('reads a number through the spaces and hyphens of its print', () => {
    expect(checkCard({ ...typed, number: ' 4111-1111 1111-1111 ' }, now)).toMatchObject({
      card: { number: '4111111111111111' },
    })
  })

  test.each(['', '4111111111111112', '4111', '41111111111111111111', '4111x11111111111', '٤١١١١١١١١١١١١١١١'])(
    'names the number where it is %j',
    (number) => expect(problemOf({ number })).toBe('card_number'),
  )

  test('finds every single wrong digit (Luhn)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 9 }), (index, shift) => {
        const digits = [...'4111111111111111']
        digits[index] = String((Number(digits[index]) + shift) % 10)
        expect(problemOf({ number: digits.join('') })).toBe('card_number')
      }),
    )
  })

  test('takes a card to the last moment of its month, wherever on earth that ends last', () => {
    const card = { expiry_month: 6, expiry_year: 2026 }
    expect(problemOf(card, new Date('2026-06-30T23:59:59.999-12:00'))).toBeNull()
    expect(problemOf(card, new Date('2026-07-01T00:00:00-12:00'))).toBe('card_expiry')
  })

  test('names an expiry that is past or absurdly far', () => {
    expect(problemOf({ expiry_year: 2046 })).toBeNull()
    expect(problemOf({ expiry_year: 2025 })).toBe('card_expiry')
    expect(problemOf({ expiry_year: 2047 })).toBe('card_expiry')
  })

  test.each(['', '12', '1234', 'abc', '1 2'])('names the security code where it is %j', (security_code) =>
    expect(problemOf({ security_code })).toBe('card_security_code'),
  )

  test('asks American Express for four digits', () => {
    const amex = { number: '378282246310005' }
    expect(problemOf({ ...amex, security_code: '123' })).toBe('card_security_code')
    expect(problemOf({ ...amex, security_code: '1234' })).toBeNull()
  })

  test('asks UnionPay for the check digit too', () => {
    expect(problemOf({ number: '6240008631401148' })).toBeNull()
    expect(problemOf({ number: '6240008631401149' })).toBe('card_number')
  })

  test('keeps a name as it is written where a part of it joins letters unseen', () =>
    expect(checkCard({ ...typed, name: 'مهدی علی\u200cپور' }, now)).toMatchObject({
      card: { name: 'مهدی علی\u200cپور' },
    }))

  test('keeps a name without the spaces around it', () => {
    expect(checkCard({ ...typed, name: ' Ada Lovelace ' }, now)).toMatchObject({ card: { name: 'Ada Lovelace' } })
  })

  test.each(['', '   ', '\u200b', '\u200b \u2060', '4111111111111111'])('names the name where it is %j', (name) =>
    expect(problemOf({ name })).toBe('card_name'),
  )
})
