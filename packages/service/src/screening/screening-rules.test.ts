import { expect, test } from 'vitest'
import { bannableValues, bannedBy, isSanctioned, refusal, sandboxOutcome } from './screening-rules.ts'

const nothing = { sanctioned: false, sandbox: null }
const unlisted = { banned: false, flagged: false }

test('a subject is asked after by all that is known of it, in one spelling', () => {
  const subject = { email: ' Ada@Example.COM ', externalId: 'Ｐlayer-7', walletAddress: '0xAB', country: null }
  expect(bannableValues(subject)).toEqual(['ada@example.com', 'player-7', '0xab'])
  expect(bannableValues({ externalId: 'player-7', country: 'DE' })).toEqual(['player-7'])
  expect(bannableValues({ externalId: 'Ada+7@example.com', country: null })).toEqual([
    'ada+7@example.com',
    'ada@example.com',
  ])
})

test.each([
  ['Mallory+1@Example.com.', ['mallory+1@example.com.', 'mallory@example.com']],
  ['mallory@example.com', ['mallory@example.com']],
  ['@player+1', ['@player+1']],
  ['player+1@shop/7', ['player+1@shop/7']],
])('%s is banned by %j', (value, names) => {
  expect(bannedBy(value)).toEqual(names)
})

test('a country is sanctioned that is on the list; an unknown one is on none', () => {
  expect([isSanctioned('KP', ['IR', 'KP']), isSanctioned('DE', ['IR', 'KP'])]).toEqual([true, false])
  expect(isSanctioned(null, ['IR', 'KP'])).toBe(false)
})

test.each([
  [{ email: 'Banned@example.com' }, 'ERR01'],
  [{ email: 'kyc@example.com' }, 'ERR06'],
  [{ walletAddress: '0x71c7656ec7ab88b098defb751b7401b5f6d80BAD' }, 'ERR15'],
  [{ email: 'ada@example.com', walletAddress: '0x71c7656ec7ab88b098defb751b7401b5f6d8976f' }, null],
  [{ email: 'ada@banned' }, null],
  [{}, null],
] as const)('decisions.md §8: %j means %s in the sandbox', (subject, outcome) => {
  expect(sandboxOutcome({ ...subject, country: null })).toBe(outcome)
})

test('a ban comes before a flagged wallet, and that before a gate', () => {
  const wallet = { walletAddress: '0x71c7656ec7ab88b098defb751b7401b5f6d80bad', country: null }
  expect(sandboxOutcome({ ...wallet, email: 'banned@example.com' })).toBe('ERR01')
  expect(sandboxOutcome({ ...wallet, email: 'kyc@example.com' })).toBe('ERR15')
})

test.each([
  [{ ...nothing, sanctioned: true }, { banned: true, flagged: true }, 'ERR03'],
  [nothing, { banned: true, flagged: true }, 'ERR01'],
  [{ ...nothing, sandbox: 'ERR01' }, { banned: false, flagged: true }, 'ERR01'],
  [nothing, { banned: false, flagged: true }, 'ERR15'],
  [{ ...nothing, sandbox: 'ERR15' }, unlisted, 'ERR15'],
  [{ ...nothing, sandbox: 'ERR06' }, unlisted, null],
  [nothing, unlisted, null],
] as const)('decisions.md §3: %j and %j refuse with %s', (findings, listed, code) => {
  expect(refusal(findings, listed)).toBe(code)
})
