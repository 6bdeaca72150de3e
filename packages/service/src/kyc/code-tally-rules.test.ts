import { LIMITS } from '@coinslot/contract'
import { describe, expect, test } from 'vitest'
import { DESTINATION_LIMITS, mayGuess, maySend, merchantLimits } from './code-tally-rules.ts'

const tally = (hour: number, day: number) => ({ hour: { sent: hour, wrong: 0 }, day: { sent: day, wrong: 0 } })
const guesses = (hour: number, day: number) => ({ hour: { sent: 0, wrong: hour }, day: { sent: 0, wrong: day } })

describe('codes to one mailbox or number', () => {
  test.each([
    [9, 19, true],
    [10, 10, false],
    [0, 20, false],
  ])('%i in the hour and %i in the day: one more may be sent: %s', (hour, day, may) => {
    expect(maySend(tally(hour, day), DESTINATION_LIMITS)).toBe(may)
  })

  test.each([
    [24, 49, true],
    [25, 25, false],
    [0, 50, false],
  ])('%i wrong in the hour and %i in the day: one more may be tried: %s', (hour, day, may) => {
    expect(mayGuess(guesses(hour, day), DESTINATION_LIMITS)).toBe(may)
  })

  test('what was sent does not count as wrong, nor the other way round', () => {
    expect(mayGuess(tally(1_000, 1_000), DESTINATION_LIMITS)).toBe(true)
    expect(maySend(guesses(1_000, 1_000), DESTINATION_LIMITS)).toBe(true)
  })
})

test('a merchant sends ten times in a day what it may in an hour, each code with its guesses', () => {
  const wrong = { hour: 100 * LIMITS.codeAttempts, day: 1_000 * LIMITS.codeAttempts }
  expect(merchantLimits(100)).toEqual({ sent: { hour: 100, day: 1_000 }, wrong })
})
