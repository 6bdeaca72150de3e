import { expect, test } from 'vitest'
import { doubtOfPort, isMailAddress, partsOfMailAddress, readSmtpUrl } from './smtp-rules.ts'

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 587, isImplicitTls: false, user: null }],
  ['smtps://mail.example/', { host: 'mail.example', port: 465, isImplicitTls: true, user: null }],
  ['smtp://[::1]:2525', { host: '::1', port: 2525, isImplicitTls: false, user: null }],
  ['smtp://käufer.example', { host: 'xn--kufer-gra.example', port: 587, isImplicitTls: false, user: null }],
  [
    'smtps://pay%40example.com:p%3Aw@mail.example:4650',
    { host: 'mail.example', port: 4650, isImplicitTls: true, user: { name: 'pay@example.com', password: 'p:w' } },
  ],
])('%s is read', (text, expected) => expect(readSmtpUrl(text)).toEqual(expected))

test.each([
  'mail.example:587',
  'mail.example',
  'smtp://50%:of-the-mailbox@mail.example',
  'smtp://ada:50%@mail.example',
  'smtp://:secret@mail.example',
  'https://mail.example',
  'smtp://',
  'smtp://mail.example?tls=no',
  'smtp://mail.example#x',
  'smtp://mail.example/inbox',
  'smtp://mail.example,mail-2.example',
  'smtp://mail.example:0',
])('%s is no server of mail', (text) => expect(readSmtpUrl(text)).toBeNull())

test.each([
  ['pay@example.com', true],
  ['Coins <pay@example.com>', true],
  ['Coins', false],
  ['<pay@example.com>', false],
  ['Coins <pay@example.com> x', false],
  ['x pay@example.com', false],
  ['pay@example.com x', false],
  ['Coins <pay@>', false],
  ['Käufe, Münzen <pay@käufer.example>', true],
  ['mailto:pay@example.com', false],
  ['pay;coins@example.com', false],
  ['pay@example.com\u200b', false],
  ['Coins\r\nBcc: x <pay@example.com>', false],
  [`${'x'.repeat(101)}<pay@example.com>`, false],
])('%j is an address of mail: %s', (text, expected) => expect(isMailAddress(text)).toBe(expected))

test.each([
  ['pay@example.com', ''],
  ['Coins <pay@example.com>', 'Coins'],
  [' "Coins, Inc." <pay@example.com>', 'Coins, Inc.'],
  ['"The \\"Coins\\"" <pay@example.com>', 'The "Coins"'],
  ['The "Coins" <pay@example.com>', 'The "Coins"'],
  ['"Coins" Inc. <pay@example.com>', '"Coins" Inc.'],
])('of %s the name is read, without quotes around it', (text, name) =>
  expect(partsOfMailAddress(text)).toEqual({ name, address: 'pay@example.com' }),
)

test.each([
  ['smtp://mail.example:465', [expect.stringContaining('write smtps://')]],
  ['smtps://mail.example:587', [expect.stringContaining('write smtp://')]],
  ['smtps://mail.example:25', [expect.stringContaining('on port 25: write smtp://')]],
  ['smtp://mail.example', []],
  ['smtps://mail.example', []],
  ['smtp://mail.example:1025', []],
  ['smtps://mail.example:8465', []],
])('%s has a port that goes with its scheme, or a sentence says so', (url, doubts) => {
  expect(doubtOfPort(readSmtpUrl(url))).toEqual(doubts)
})

test('where no server of mail is set there is nothing to doubt', () => expect(doubtOfPort(null)).toEqual([]))
