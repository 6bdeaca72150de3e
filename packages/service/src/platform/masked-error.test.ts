import { expect, test } from 'vitest'
import { maskedError } from './masked-error.ts'

const mask = (said: string) => said.replaceAll('Ada', '•••')

test('of an error are kept its name, code, words and places, masked, and nothing that hangs on it', () => {
  const thrown = new TypeError('No room\nfor Ada at home', { cause: 'Ada' })
  thrown.stack = `${String(thrown)}\n    at send (/srv/Ada/send.js:1:2)\n    at pay (/srv/pay.js:3:4)`
  const shown = maskedError(Object.assign(thrown, { code: 'no_room', request: { name: 'Ada' } }), mask)
  expect(shown).toBeInstanceOf(Error)
  expect({ ...(shown as Error) }).toEqual({ name: 'TypeError', code: 'no_room' })
  expect(shown).toMatchObject({
    message: 'No room\nfor ••• at home',
    stack: 'TypeError: No room\nfor ••• at home\n    at send (/srv/•••/send.js:1:2)\n    at pay (/srv/pay.js:3:4)',
  })
  expect(shown).not.toHaveProperty('cause')
})

test('a name and a code that quote what was sent are masked as well', () => {
  const thrown = Object.assign(new Error('refused'), { name: 'RefusedAda', code: 'refused:Ada' })
  expect({ ...(maskedError(thrown, mask) as Error) }).toEqual({ name: 'Refused•••', code: 'refused:•••' })
  expect((maskedError(thrown, mask) as Error).stack).not.toContain('Ada')
})

test('what is no error is left to the log, which shows nothing of it', () =>
  expect(maskedError('Ada', mask)).toBe('Ada'))

test('nothing is told of an error that cannot be read, or not be masked', () => {
  const fail = () => {
    throw new Error('Ada')
  }
  const unreadable = Object.defineProperty(new Error('Ada'), 'message', { get: fail })
  for (const shown of [maskedError(unreadable, mask), maskedError(new Error('Ada'), fail)]) {
    expect(shown).toMatchObject({ message: 'What was thrown could not be read or masked, so nothing of it is logged' })
    expect((shown as Error).stack).not.toContain('Ada')
  }
})
