import { DASHBOARD_LIMITS } from '@coinslot/contract/dashboard'
import { describe, expect, test } from 'vitest'
import { csvText } from './csv-rules.ts'
import { checkState } from './check-rules.ts'
import {
  decodeClientPosition,
  decodeDelivery,
  decodeHashPosition,
  decodeNumber,
  decodePosition,
  encodeDelivery,
  encodePosition,
  endOf,
} from './cursor-rules.ts'
import { figuresOf } from './health-rules.ts'
import { everyHour, refusalsOf, totalsOf, volumeOf } from './overview-rules.ts'
import { takesSecureCookie } from './session-cookie.ts'
import { linkExpiry, mayTouch, merchantAsked, scopeOf, sessionExpiry } from './session-rules.ts'

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

  test('touches its own rows; that of an operator touches all', () => {
    const another = ID.replace('a', 'b')
    expect([mayTouch(scopeOf(ID), ID), mayTouch(scopeOf(ID), another)]).toEqual([true, false])
    expect([mayTouch(scopeOf(null), ID), mayTouch(scopeOf(null), another)]).toEqual([true, true])
  })
})

test('a link is good for minutes, a session for hours', () => {
  const now = new Date('2026-03-15T10:00:00Z')
  const { linkMinutes, sessionHours } = DASHBOARD_LIMITS
  expect(linkExpiry(now).getTime() - now.getTime()).toBe(linkMinutes * 60_000)
  expect(sessionExpiry(now).getTime() - now.getTime()).toBe(sessionHours * 3_600_000)
})

test('an identity check is open until it was sent off, decided, or its time is up', () => {
  const now = new Date('2026-03-15T10:00:00Z')
  const open = { outcome: null, submittedAt: null, expiresAt: new Date(now.getTime() + 1) }
  expect(checkState(open, now)).toBe('open')
  expect(checkState({ ...open, expiresAt: now }, now)).toBe('lapsed')
  expect(checkState({ ...open, submittedAt: now, expiresAt: now }, now)).toBe('submitted')
  expect(checkState({ ...open, submittedAt: now, outcome: 'rejected' }, now)).toBe('rejected')
})

describe('the overview', () => {
  const at = new Date('2026-03-15T10:00:00Z')
  const counted = { at, status: 'Approved', errorCode: null, currency: 'USD', intents: 2, amount: '19.98' } as const
  const refused = { ...counted, status: 'Refused', errorCode: 'ERR01', intents: 3 } as const
  const all = [
    counted,
    { ...counted, intents: 1, amount: '0.10' },
    { ...counted, currency: 'EUR', intents: 1, amount: '5.00' },
    { ...counted, status: 'Created', intents: 4 },
    { ...counted, status: 'Declined', intents: 5 },
    { ...counted, status: 'Expired', intents: 6 },
    refused,
  ] as const

  test('counts as created what was not turned away', () => {
    expect(totalsOf(all)).toEqual({ created: 19, approved: 4, declined: 5, expired: 6, refused: 3 })
    expect(totalsOf([])).toEqual({ created: 0, approved: 0, declined: 0, expired: 0, refused: 0 })
  })

  test('sums approved amounts to the cent, by currency', () => {
    expect(volumeOf(all)).toEqual([
      { currency: 'EUR', amount: '5.00' },
      { currency: 'USD', amount: '20.08' },
    ])
    const much = ['90071992547409.92', '0.01', '0.03'].map((amount) => ({ ...counted, amount }))
    expect(volumeOf(much)).toEqual([{ currency: 'USD', amount: '90071992547409.96' }])
  })

  test('has every hour, those in which nothing happened included', () => {
    const hours = everyHour([counted], new Date(at.getTime() - 3_600_000), 3)
    expect(hours.map(({ at: hour, approved }) => [hour, approved])).toEqual([
      ['2026-03-15T09:00:00.000Z', 0],
      ['2026-03-15T10:00:00.000Z', 2],
      ['2026-03-15T11:00:00.000Z', 0],
    ])
  })

  test('tells why buyers were turned away, the most frequent reason first', () => {
    const cards = [
      { reason: null, count: 3 },
      { reason: 'call_bank', count: 7 },
    ]
    expect(refusalsOf([counted, refused, refused, { ...refused, errorCode: null, intents: 1 }], cards)).toEqual([
      { reason: 'call_bank', count: 7 },
      { reason: 'ERR01', count: 6 },
      { reason: 'card_refused', count: 3 },
      { reason: 'refused', count: 1 },
    ])
  })
})

describe('CSV', () => {
  test('quotes what needs it, and tells the columns once', () => {
    const rows = [{ id: 'a', text: 'one, "two"\nthree', none: null, list: ['x'] }]
    expect(csvText(rows, true)).toBe('id,text,none,list\r\na,"one, ""two""\nthree",,"[""x""]"\r\n')
    expect(csvText(rows, false)).toBe('a,"one, ""two""\nthree",,"[""x""]"\r\n')
  })

  test('has an empty cell for what a row does not have, and nothing for no rows', () => {
    expect(csvText([{ id: 'a', text: 'x' }, { id: 'b' }], false)).toBe('a,x\r\nb,\r\n')
    expect(csvText([], true)).toBe('')
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])('makes no formula of %j', (value) => {
    expect(csvText([{ value }], false).replace(/^"/, '')).toMatch(/^'/)
  })

  test.each([
    'Coins;=1+1',
    'Coins;=HYPERLINK("https://evil.example")',
    'Coins\n@SUM(A1)',
    'a\t-1',
    'a;＝1+1',
    'a;"=1+1;b',
  ])('makes no formula of %j where cells end at semicolons', (value) => {
    const cells = csvText([{ id: 'x', value, text: 'y' }], false).split(/[;\t\r\n]/)
    expect(cells.filter((cell) => /^"*[=+\-@＝＋－＠]/.test(cell))).toEqual([])
  })

  test('leaves other texts as they are', () => {
    const value = 'a-b; c=d @e +1'
    expect(csvText([{ value }], false)).toBe(`${value}\r\n`)
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
  for (const at of ['2026-02-30T00:00:00.000000Z', '2026-11-21T24:00:00.000000Z', '0000-01-01T00:00:00.000000Z']) {
    expect(decodePosition(encodePosition({ at, id: ID })), at).toBeUndefined()
  }
  expect(decodePosition(encodePosition({ ...position, id: '-'.repeat(36) }))).toBeUndefined()
  expect([decodeNumber('12'), decodeNumber('-1'), decodeNumber('1e9')]).toEqual(['12', undefined, undefined])
})

test('a cursor of deliveries, of hashes or of clients is read as it was given out, and nothing else is', () => {
  const delivery = { at: '2026-11-21T20:14:03.123Z', eventId: 'evt_1', subscriptionId: ID }
  expect(decodeDelivery(encodeDelivery(delivery))).toEqual(delivery)
  expect(decodeDelivery(encodeDelivery({ ...delivery, subscriptionId: `${ID}0` }))).toBeUndefined()
  expect(decodeDelivery(encodeDelivery({ ...delivery, at: '2026-02-30T00:00:00.000Z' }))).toBeUndefined()
  expect(decodeDelivery(encodeDelivery({ ...delivery, subscriptionId: '-'.repeat(36) }))).toBeUndefined()
  const hashed = { at: '2026-11-21T20:14:03.123456Z', id: 'a'.repeat(64) }
  expect(decodeHashPosition(encodePosition(hashed))).toEqual(hashed)
  expect(decodeHashPosition(encodePosition({ ...hashed, id: 'a-'.repeat(32) }))).toBeUndefined()
  const client = { ...hashed, id: 'shop-EU_1' }
  expect(decodeClientPosition(encodePosition(client))).toEqual(client)
  expect(decodeClientPosition(encodePosition({ ...client, id: 'shop/1' }))).toBeUndefined()
  expect([decodePosition(encodePosition(hashed)), decodeDelivery(encodePosition(hashed))]).toEqual([
    undefined,
    undefined,
  ])
})

test('a page says where it ends, and how far was searched where that was cut short', () => {
  const next = { at: '2026-11-21T20:14:03.123456Z', id: '7' }
  const encode = ({ id }: { at: string; id: string }) => id
  expect(endOf({ next, isCut: true }, encode)).toEqual({ next_cursor: '7', searched_until: next.at })
  expect(endOf({ next, isCut: false }, encode)).toEqual({ next_cursor: '7', searched_until: null })
  expect(endOf({ next: null, isCut: true }, encode)).toEqual({ next_cursor: null, searched_until: null })
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
    attempt('2026-01-01T00:00:00Z', 15_000, 'timeout'),
    attempt('2026-01-01T00:00:02Z', 30),
    attempt('2026-01-01T00:00:04Z', 20),
  ]
  expect(figuresOf(attempts)).toEqual({
    attempts: 5,
    success_rate: 0.6,
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
