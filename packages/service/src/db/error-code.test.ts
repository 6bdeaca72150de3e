import { expect, test } from 'vitest'
import { messageWithCode } from './error-code.ts'

const withCode = (message: string, code: unknown) => Object.assign(new Error(message), { code })

test.each([
  [new Error('refused'), 'refused'],
  [withCode('refused', 'ECONNREFUSED'), 'ECONNREFUSED: refused'],
  [new Error('fetch failed', { cause: withCode('connect 10.0.0.1', 'ENOTFOUND') }), 'ENOTFOUND: fetch failed'],
  [Object.assign(withCode('two', 'E_OWN'), { cause: withCode('one', 'E_CAUSE') }), 'E_OWN: two'],
  [new Error('refused', { cause: withCode('', '+15555550123') }), 'refused'],
])('an error is told behind its code, or that of its cause if it is the name of a constant: %s', (error, told) => {
  expect(messageWithCode(error)).toBe(told)
})
