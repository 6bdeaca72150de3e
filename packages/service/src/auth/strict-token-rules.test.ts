import { expect, test } from 'vitest'
import { isStrictToken } from './strict-token-rules.ts'

test('a token is taken as it was issued', () => expect(isStrictToken('eyJh.eyJi.AQI')).toBe(true))

test.each([
  ['', 'nothing'],
  ['eyJh.eyJi', 'two parts'],
  ['eyJh.eyJi.AQI.AQI', 'four parts'],
  ['eyJh..AQI', 'an empty part'],
  ['eyJh.eyJi.', 'no signature'],
  ['.eyJi.AQI', 'no head'],
  ['eyJh.eyJi.AQI=', 'padding'],
  ['eyJh.eyJi.A+/I', 'the other alphabet'],
  ['eyJh.eyJi.AQI ', 'white space'],
  ['eyJh.eyJi.AQJ', 'a bit that no byte needs'],
])('%j is refused: %s', (token) => expect(isStrictToken(token)).toBe(false))
