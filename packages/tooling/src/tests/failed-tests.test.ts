import { expect, test } from 'vitest'
import { failedLine, readFailed } from './failed-tests.ts'

test('a runner’s failed tests are read from its output, one line each', () => {
  const first = failedLine('a.test.ts > pays', '\u001b[31mexpected 1 to be 2\u001b[39m\n  at a.test.ts:3')
  const second = failedLine('a.test.ts', '')
  expect(readFailed(`1 test failed: all\n${first}\r\n  ${second}\n${second}\n0 passed, 2 failed\n`)).toEqual([
    'failed: a.test.ts > pays: expected 1 to be 2',
    'failed: a.test.ts',
  ])
})
