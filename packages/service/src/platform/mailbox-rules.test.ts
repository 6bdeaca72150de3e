import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-rules.ts'

test.each([
  'Victim@example.com',
  'VICTIM@EXAMPLE.COM',
  ' victim@example.com ',
  'victim@example.com.',
  'victim+1@example.com',
  'victim+a+b@example.com',
  'victim+@example.com',
  'ｖictim@example.com',
  'victim@ｅxample.com',
])('%s reaches the mailbox victim@example.com', (spelling) => expect(mailboxOf(spelling)).toBe('victim@example.com'))

test('both forms of an international domain are one', () =>
  expect(mailboxOf('victim@BÜCHER.example')).toBe(mailboxOf('victim@xn--bcher-kva.example')))

test('dots count, but at Google', () => {
  for (const spelling of ['v.ic.tim@googlemail.com', 'Victim+x@gmail.com'])
    expect(mailboxOf(spelling)).toBe('victim@gmail.com')
  expect(mailboxOf('v.ictim@example.com')).not.toBe(mailboxOf('victim@example.com'))
})

test('a local part that is all tag stays one', () => expect(mailboxOf('+1@example.com')).toBe('+1@example.com'))

test('what is no domain is left as it is', () => expect(mailboxOf('victim@a|b')).toBe('victim@a|b'))
