import { expect, test } from 'vitest'
import { printed } from './commands.ts'

const NAME = 'Eve\u001b[2J\u009b1A\r\u202eGames\u007f \u{1f600} é'

test('the attack of a name that commands the terminal is shown, line by line, and not obeyed', () => {
  const text = printed({ json: null, text: `${NAME}\nAda` }, false)
  expect(text).toBe(`Eve\\u001b[2J\\u009b1A\\u000d\\u202eGames\\u007f \u{1f600} é\nAda`)
})

test('the same of one in JSON, which means what it did', () => {
  const text = printed({ json: { name: NAME }, text: '' }, true)
  expect(text).not.toMatch(/[\p{Cc}\u202e]/u)
  expect(JSON.parse(text)).toEqual({ name: NAME })
})
