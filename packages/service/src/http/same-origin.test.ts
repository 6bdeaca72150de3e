import { expect, test } from 'vitest'
import { isSameOrigin } from './same-origin.ts'

const base = 'https://pay.example/shop'

test.each([
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://pay.example' }, true],
  [{ origin: 'https://pay.example' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://pay.example' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': 'none' }, false],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'https://pay.example.evil.example' }, false],
  [{ origin: 'https://pay.example:8443' }, false],
  [{ origin: 'null' }, false],
  [{}, false],
])('believes %j: %s', (headers, believed) => expect(isSameOrigin(headers, base)).toBe(believed))
