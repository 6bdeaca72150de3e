import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readOptions } from '../chaos/read-options.ts'

test('a run lasts five minutes and makes every kind of fault, unless told otherwise', () => {
  expect(readOptions([])).toEqual({
    minutes: 5,
    seed: undefined,
    only: undefined,
    beside: undefined,
    upgradeFrom: undefined,
  })
  const repository = resolve(import.meta.dirname, '../../..')
  const words = ['--minutes', '0.5', '--seed', '7', '--only', 'failover to a standby', '--beside', repository]
  expect(readOptions(words)).toEqual({
    minutes: 0.5,
    seed: 7,
    only: 'failover to a standby',
    beside: repository,
    upgradeFrom: undefined,
  })
})

test.each([
  [['--minute', '3'], /^Unknown option '--minute'; the options are --minutes, --seed, /],
  [['5'], /^Unexpected argument '5'/],
  [['--minutes', 'five'], /^--minutes takes a number above 0$/],
  [['--seed', '1.5'], /^--seed takes a whole number$/],
  [['--only', 'earthquake'], /^--only takes one of: kill -9 of a process, /],
  [['--beside', import.meta.dirname], /holds no checkout of this repository$/],
])('what the command does not understand is said in one line: %j', (words, line) => {
  expect(() => readOptions(words)).toThrow(expect.objectContaining({ message: expect.stringMatching(line) }))
})
