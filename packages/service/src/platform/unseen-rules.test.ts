import { expect, test } from 'vitest'
import { unseenAsCodes, withoutUnseen } from './unseen-rules.ts'

test.each([
  ['\u200b0x\u00adab\u2060c\u200d\ufeff', '0xabc'],
  ['a\u3164b\uffa0\u115f', 'ab'],
  ['a\u0001\u202eb\u{e0041}\ufe0f', 'ab'],
  ['a\ud800b', 'ab'],
  ['a b\tc\r\n', 'a b\tc\r\n'],
  ['Zoë 李 😀', 'Zoë 李 😀'],
])('%j is read as %j', (text, seen) => expect(withoutUnseen(text)).toBe(seen))

test('what nobody sees is shown by its code, and the rest as it is', () =>
  expect(unseenAsCodes('\u200bZoë \u{e0041}\ud800')).toBe(String.raw`\u{200b}Zoë \u{e0041}\u{d800}`))
