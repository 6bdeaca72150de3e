import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { itemSchema } from './payment-intent.ts'
import {
  currencySchema,
  emailSchema,
  httpUrlSchema,
  moneySchema,
  textSchema,
  timestampSchema,
  uuidSchema,
} from './primitives.ts'
import { subscriptionCreateSchema } from './webhooks.ts'

const accepts = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success

describe('money (decisions.md §1)', () => {
  test('takes every cent from 0.01 to 999999.99', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
        expect(accepts(moneySchema, text)).toBe(true)
      }),
    )
  })

  test.each([
    '0.00',
    '1000000.00',
    '9.9',
    '9.999',
    '9',
    '.99',
    '09.99',
    '-1.00',
    '+1.00',
    '1e3',
    '1,000.00',
    ' 9.99',
    '9.99\n',
    '٩.٩٩',
    '',
    9.99,
    null,
  ])('refuses %j', (value) => {
    expect(accepts(moneySchema, value)).toBe(false)
  })

  test('names both bounds in its message', () => {
    expect(moneySchema.safeParse('0.00').error?.issues[0]?.message).toContain('0.01 to 999999.99')
  })
})

describe('uuid (service.md, statuses)', () => {
  test.each([
    '0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a52',
    '0B6B4B0E-2F0A-4B6E-9A52-6F0A4B6E9A52',
    '00000000-0000-0000-0000-000000000000',
  ])('takes %s', (value) => {
    expect(accepts(uuidSchema, value)).toBe(true)
  })

  test.each([
    '0b6b4b0e2f0a4b6e9a526f0a4b6e9a52',
    '{0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a52}',
    '0b6b4b0e-2f0a-4b6e-9a52-6f0a4b6e9a5g',
    '',
    1,
  ])('refuses %j', (value) => {
    expect(accepts(uuidSchema, value)).toBe(false)
  })
})

describe('the other primitives', () => {
  test('knows two currencies', () => {
    expect(currencySchema.options).toEqual(['USD', 'EUR'])
  })

  test.each(['javascript:alert(1)', 'ftp://example.com/a.png', '/a.png', `https://example.com/${'a'.repeat(2048)}`])(
    'refuses the URL %s',
    (value) => {
      expect(accepts(httpUrlSchema, value)).toBe(false)
    },
  )

  test('bounds an e-mail address at 254 characters', () => {
    expect(accepts(emailSchema, 'player@example.com')).toBe(true)
    const ofLength = (length: number) => '@example.com'.padStart(length, 'a')
    expect([254, 255].map((length) => accepts(emailSchema, ofLength(length)))).toEqual([true, false])
  })

  test('bounds a URL at 2,048 characters', () => {
    const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'a')
    expect([2048, 2049].map((length) => accepts(httpUrlSchema, ofLength(length)))).toEqual([true, false])
  })

  test('bounds a text, of which there must be some', () => {
    expect(['', 'a', 'abcde', 'abcdef'].map((text) => accepts(textSchema(5), text))).toEqual([false, true, true, false])
  })

  test.each([
    ['an e-mail address', emailSchema, '@example.com'.padStart(255, 'a'), 254],
    ['a URL', httpUrlSchema, 'https://example.com/'.padEnd(2049, 'a'), 2048],
    ['a text', textSchema(5), 'abcdef', 5],
    ['an item’s description', itemSchema.shape.description, 'd'.repeat(2001), 2000],
    ['a subscription’s description', subscriptionCreateSchema.shape.description, 'd'.repeat(256), 255],
  ])('says of %s that is too long how long it may be', (_, schema, value, characters) => {
    expect(schema.safeParse(value).error?.issues).toMatchObject([
      { message: `must have at most ${characters} characters` },
    ])
  })

  test('refuses NUL in texts and URLs, which Postgres cannot hold', () => {
    expect(accepts(textSchema(5), 'a\0b')).toBe(false)
    expect(accepts(textSchema(5), 'a\nb')).toBe(true)
    expect(accepts(httpUrlSchema, 'https://example.com/a\0b')).toBe(false)
  })

  test('takes timestamps in UTC alone', () => {
    expect(accepts(timestampSchema, '2026-01-02T03:04:05.678Z')).toBe(true)
    expect(accepts(timestampSchema, '2026-01-02T03:04:05+02:00')).toBe(false)
    expect(accepts(timestampSchema, '2026-01-02T03:04:05.123456789Z')).toBe(true)
    expect(accepts(timestampSchema, `2026-01-02T03:04:05.${'1'.repeat(200)}Z`)).toBe(false)
  })

  test('takes no timestamp of the year 0, which databases do not know', () => {
    expect(accepts(timestampSchema, '0001-01-01T00:00:00Z')).toBe(true)
    expect(accepts(timestampSchema, '0000-12-31T23:59:59Z')).toBe(false)
  })
})
