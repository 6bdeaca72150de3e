import { describe, expect, test } from 'vitest'
import { checkedOrigins, corsHeaders, createOriginReport, isTrustedSource, preflight } from './origin-check.ts'

const ALLOWED = ['https://play.test']
const from = (headers: Record<string, string>) => new Request('https://shop.test/coinslot/intent', { headers })

describe('allowed origins', () => {
  test.each([
    'https://shop.test',
    'http://localhost:3000',
    'capacitor://localhost',
    'app+x.y-z://shop',
    'xhttps://shop',
  ])('%s may be one', (origin) => expect(checkedOrigins([origin])).toEqual([origin]))

  test.each([
    ['https://shop.test/pay', 'https://shop.test'],
    ['HTTPS://shop.test', 'https://shop.test'],
    ['http://shop.test:80', 'http://shop.test'],
    ['https://', 'https://shop.example'],
    ['shop.test:443', 'https://shop.example'],
    ['x capacitor://localhost', 'https://shop.example'],
    ['capacitor://localhost/a', 'https://shop.example'],
    ['capacitor://', 'https://shop.example'],
  ])('%s may not, and the error names one that may: %s', (origin, mend) => {
    const message = `allowedOrigins must hold origins such as '${mend}', not '${origin}'`
    expect(() => checkedOrigins([...ALLOWED, origin])).toThrow(
      expect.objectContaining({ code: 'invalid_configuration', message }),
    )
  })
})

describe('a source', () => {
  test.each([
    [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.test' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://shop.test' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://play.test' }, true],
    [{ origin: 'https://shop.test' }, true],
    [{ origin: 'https://evil.test' }, false],
    [{ origin: 'https://shop.test.evil.test' }, false],
    [{ origin: 'https://evil-shop.test' }, false],
    [{ origin: 'http://shop.test' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://play.test.evil.test' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://play.test:8443' }, false],
    [{}, true],
  ])('with %j is trusted: %s', (headers, expected) => {
    expect(isTrustedSource(from(headers), ALLOWED)).toBe(expected)
  })
})

describe('CORS', () => {
  test('names an allowed origin, with cookies, and no other', () => {
    expect(corsHeaders(from({ origin: 'https://play.test' }), ALLOWED)).toEqual({
      'access-control-allow-origin': 'https://play.test',
      'access-control-allow-credentials': 'true',
      vary: 'origin',
    })
    for (const origin of ['https://evil.test', 'https://play.test.evil.test', 'http://play.test', 'null']) {
      expect(corsHeaders(from({ origin }), ALLOWED)).toEqual({ vary: 'origin' })
    }
    expect(corsHeaders(from({}), ALLOWED)).toEqual({ vary: 'origin' })
  })

  test('says nothing where no other origin is allowed', () => {
    expect(corsHeaders(from({ origin: 'https://shop.test' }), [])).toEqual({})
  })

  test('lets an allowed page send the headers that it asks for', () => {
    const wanted = { 'access-control-request-headers': 'content-type' }
    const headersOf = (headers: Record<string, string>) => {
      const answer = preflight(from(headers), ALLOWED)
      expect(answer.status).toBe(204)
      return answer.headers.get('access-control-allow-headers')
    }
    expect(headersOf({ origin: 'https://play.test', ...wanted })).toBe('content-type')
    expect(headersOf({ origin: 'https://play.test' })).toBeNull()
    expect(headersOf({ origin: 'https://evil.test', ...wanted })).toBeNull()
  })
})

test('each refused origin is told once, and of strangers no more than twenty', () => {
  const told: string[] = []
  const report = createOriginReport(({ origin }) => told.push(origin))
  for (const headers of [{}, { origin: 'null' }, { origin: 'https://a.test' }, { origin: 'https://a.test' }]) {
    report(from(headers))
  }
  expect(told).toEqual(['https://a.test'])
  for (let index = 0; index < 30; index += 1) report(from({ origin: `https://a-${index}.test` }))
  expect(told).toHaveLength(20)
})
