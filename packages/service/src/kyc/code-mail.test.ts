import { expect, test } from 'vitest'
import { codeMail } from './code-mail.ts'
import { CODE_WORDS } from './code-words.ts'

const LINES = /^.*\b482910\b.*\n\n.*\b10.+\n.+\n$/

test.each(Object.keys(CODE_WORDS))(
  'a code by mail says in %s which it is and for how long, and has no link',
  (language) => {
    const { subject, text } = codeMail('482910', `${language}-001`)
    expect(text).toMatch(LINES)
    expect(text).not.toMatch(/https?:/)
    expect(subject).not.toContain('482910')
  },
)

test('each language has words of its own', () => {
  const mails = Object.keys(CODE_WORDS).map((language) => codeMail('482910', language).text)
  expect(new Set(mails).size).toBe(mails.length)
})

test.each([null, 'sv', 'zh-TW'])('a code is mailed in English to whoever prefers %s', (preferred) => {
  expect(codeMail('482910', preferred)).toEqual(codeMail('482910', 'en'))
})
