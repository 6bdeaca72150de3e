import { describe, expect, test } from 'vitest'
import { csvText } from './csv-rules.ts'
import { decodeNumber, decodePosition, encodePosition } from './cursor-rules.ts'
import { figuresOf } from './health-rules.ts'
import { takesSecureCookie } from './session-cookie.ts'
import { merchantAsked, scopeOf } from './session-rules.ts'

const ID = '00000000-0000-4000-8000-00000000000a'

describe('a scope', () => {
  test("of a merchant names its own rows, and never another's", () => {
    const scope = scopeOf(ID)
    expect(merchantAsked(scope, undefined)).toBe(ID)
    expect(merchantAsked(scope, ID.toUpperCase())).toBe(ID)
    expect(merchantAsked(scope, ID.replace('a', 'b'))).toBeUndefined()
  })

  test("of an operator names everybody's rows, or those of one", () => {
    expect(merchantAsked(scopeOf(null), undefined)).toBeNull()
    expect(merchantAsked(scopeOf(null), ID)).toBe(ID)
  })
})

describe('CSV', () => {
  test('quotes what needs it, and tells the columns once', () => {
    const rows = [{ id: 'a', text: 'one, "two"\nthree', none: null, list: ['x'] }]
    expect(csvText(rows, true)).toBe('id,text,none,list\r\na,"one, ""two""\nthree",,"[""x""]"\r\n')
    expect(csvText(rows, false)).not.toContain('id,text')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes no formula of %j', (value) => {
    expect(csvText([{ value }], false).replace(/^"/, '')).toMatch(/^'/)
  })

  test('leaves numbers as they are', () => {
    expect(csvText([{ value: -1.5 }], false)).toBe('-1.5\r\n')
  })
})

test('a cursor is read as it was given out, and nothing else is', () => {
  const position = { at: '2026-11-21T20:14:03.123456Z', id: ID }
  expect(decodePosition(encodePosition(position))).toEqual(position)
  for (const forged of ['', 'x', Buffer.from(`${position.at} ${ID}; drop`).toString('base64url')]) {
    expect(decodePosition(forged)).toBeUndefined()
  }
  expect([decodeNumber('12'), decodeNumber('-1'), decodeNumber('1e9')]).toEqual(['12', undefined, undefined])
})

test('an endpoint is told by those that arrived, its failures by the last', () => {
  const attempt = (at: string, duration_ms: number, failure: 'timeout' | null = null) => ({
    at,
    duration_ms,
    status_code: failure ? null : 200,
    failure,
  })
  const attempts = [
    attempt('2026-01-01T00:00:01Z', 10),
    attempt('2026-01-01T00:00:03Z', 15_000, 'timeout'),
    attempt('2026-01-01T00:00:02Z', 30),
    attempt('2026-01-01T00:00:04Z', 20),
  ]
  expect(figuresOf(attempts)).toEqual({
    attempts: 4,
    success_rate: 0.75,
    p50_ms: 20,
    p95_ms: 30,
    last_failure: { at: '2026-01-01T00:00:03Z', failure: 'timeout', status_code: null },
  })
  expect(figuresOf([])).toEqual({ attempts: 0, success_rate: null, p50_ms: null, p95_ms: null, last_failure: null })
})

test.each([
  ['https://pay.example', 'Safari AppleWebKit/605', true],
  ['http://127.0.0.1:4000', 'AppleWebKit/537.36 Chrome/140 Safari/537.36', true],
  ['http://localhost:4000', 'Gecko/20100101 Firefox/140.0', true],
  ['http://localhost:4000', 'AppleWebKit/605.1.15 Version/18.0 Safari/605.1.15', false],
  ['http://10.0.0.5:4000', 'Gecko/20100101 Firefox/140.0', false],
])('at %s the cookie of %s is Secure: %s', (baseUrl, agent, isSecure) => {
  expect(takesSecureCookie(baseUrl, agent)).toBe(isSecure)
})
