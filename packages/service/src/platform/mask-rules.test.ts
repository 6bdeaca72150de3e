import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MASKED, maskCards, maskContacts, maskEmail, maskPhone, maskValues, maskWallet } from './mask-rules.ts'

test('shows the first letter of an address and its domain', () => {
  expect(maskEmail('ada.lovelace@example.com')).toBe('a•••@example.com')
  expect(maskEmail('a@example.com')).toBe('•••@example.com')
  expect(maskEmail('"a@b"@example.com')).toBe('"•••@example.com')
  expect([maskEmail('@example.com'), maskEmail('nobody')]).toEqual(['•••', '•••'])
})

test('shows the last two digits of a number', () => {
  expect(maskPhone('+15555550123')).toBe('••• 23')
})

test('of a wallet both ends are shown, of a short one nothing', () => {
  expect(maskWallet('0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c')).toBe('0x5a…9c4c')
  expect(maskWallet('0x5a0b54d5dc')).toBe('0x5a…d5dc')
  expect(maskWallet('0x5a0b54d5d')).toBe('•••')
})

test('never shows a whole local part, nor tells its length', () => {
  const local = fc.stringMatching(/^[a-z]{1,20}$/)
  fc.assert(
    fc.property(local, (name) => {
      const masked = maskEmail(`${name}@example.com`)
      expect(masked.startsWith(`${name}@`)).toBe(false)
      expect(masked.length).toBe(name.length === 1 ? 15 : 16)
    }),
  )
})

test('a sentence keeps its words, and none of the addresses and numbers that it quotes', () => {
  expect(maskContacts("The 'To' number +1 (555) 555-0123 is not valid (21211)")).toBe(
    "The 'To' number ••• is not valid (21211)",
  )
  expect(maskContacts('<ada.lovelace@example.com>: 550 no such user; code 947293')).toBe(
    '<•••>: 550 no such user; code •••',
  )
})

test.each([
  ['card 4111111111111111 was refused', `card ${MASKED} was refused`],
  ['{"number":"5204247750001471","expiry":"12-28"}', `{"number":"${MASKED}","expiry":"12-28"}`],
  ['pan=4111 1111 1111 1111 12/28', `pan=${MASKED} 12/28`],
  ['378282246310005 and 4111-1111-1111-1111', `${MASKED} and ${MASKED}`],
  ['16 4111111111111111 5204247750001471', `16 ${MASKED} ${MASKED}`],
  ['30569309025904/6011000990139424', `${MASKED}/${MASKED}`],
  ['4222222222222;6304000000000000001x', `${MASKED};6304000000000000001x`],
])('of %j no card is left', (text, shown) => expect(maskCards(text)).toBe(shown))

test.each([
  'status 500 at 1795890972123',
  'order 4111111111111112',
  'attempt 3753a042-3d0c-8f8d-868a-46ca547cede9',
  '41111111111111111111111111111111',
  '2026-11-28 18:55:01',
])('%j is none of a card', (text) => expect(maskCards(text)).toBe(text))

test.each(['4'.repeat(1_000_000), '1 '.repeat(100_000), '4111 1111 1111 1112 '.repeat(10_000)])(
  'a row of digits without end is looked through in time',
  (text) => expect(maskCards(text)).toBe(text),
)

test.each([
  ['as it stands', 'of Ada "B" King', 'of •••'],
  ['in JSON', '{"name":"Ada \\"B\\" King"}', '{"name":"•••"}'],
  ['in an address', '/of/Ada%20%22B%22%20King', '/of/•••'],
  ['in a form', 'name=Ada+%22B%22+King', 'name=•••'],
])('a value that is quoted %s is masked', (_, said, masked) => {
  expect(maskValues(said, ['Ada "B" King'])).toBe(masked)
})

test.each([
  ['Python', String.raw`{"name":"Zo\u00eb O'Br\u00eden \ud842\udfb7","street":"Ring 5/7"}`],
  ['PHP', String.raw`{"name":"Zo\u00eb O'Br\u00eden \ud842\udfb7","street":"Ring 5\/7"}`],
  ['PHP in UTF-8', String.raw`{"name":"Zoë O'Bríen 𠮷","street":"Ring 5\/7"}`],
  ['.NET', String.raw`{"name":"Zo\u00EB O\u0027Br\u00EDen \uD842\uDFB7","street":"Ring 5/7"}`],
])('a value is masked as %s writes it in JSON', (_writer, said) => {
  expect(maskValues(said, ["Zoë O'Bríen 𠮷", 'Ring 5/7'])).toBe('{"name":"•••","street":"•••"}')
})

test.each([
  'Ada \ud83d',
  'Ada \ufffd',
  String.raw`Ada \ud83d`,
  String.raw`Ada \ufffd`,
  'Ada%20%EF%BF%BD',
  'Ada+%EF%BF%BD',
])('a value with half of a surrogate pair is masked, and others beside it, where it is quoted as %j', (quoted) =>
  expect(maskValues(`of ${quoted}, code 947`, ['Ada \ud83d', '947'])).toBe('of •••, code •••'),
)

test('of two values of which one stands in the other both are masked whole, and none of less than three characters is', () => {
  expect(maskValues('500 of Ada, 5 Ada Street', ['Ada', '5 Ada Street', '5', ''])).toBe('500 of •••, •••')
})
