import { createHash } from 'node:crypto'
import { LIMITS } from '@coinslot/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeExpiry, isRepeated, isUnderWay, judgeCode, mayResend, type SentCode } from './code-rules.ts'
import { isSentCode, randomCode } from './one-time-code.ts'

const now = new Date('2026-01-01T12:00:00Z')
const hashOf = (code: string) => createHash('sha256').update(code).digest()
const sent: SentCode = { codeHash: hashOf('947293'), attempts: 0, expiresAt: codeExpiry(now) }
const judgeAnswer = (state: SentCode | null, code: string, at: Date) =>
  judgeCode(state, isSentCode(state, hashOf(code)), at)

describe('decisions.md §5: one-time codes', () => {
  test('takes the right code', () => {
    expect(judgeAnswer(sent, '947293', now)).toEqual({ problem: null, attempts: 0 })
  })

  test('counts wrong ones, and names the last that was allowed', () => {
    let state = sent
    const problems = Array.from({ length: LIMITS.codeAttempts + 1 }, () => {
      const { problem, attempts } = judgeAnswer(state, '000000', now)
      state = { ...state, attempts }
      return problem
    })
    expect(problems).toEqual([
      'code_wrong',
      'code_wrong',
      'code_wrong',
      'code_wrong',
      'code_exhausted',
      'code_exhausted',
    ])
  })

  test('takes nothing after too many wrong ones, the right code included', () => {
    fc.assert(
      fc.property(fc.integer({ min: LIMITS.codeAttempts, max: 1000 }), (attempts) => {
        expect(judgeAnswer({ ...sent, attempts }, '947293', now).problem).toBe('code_exhausted')
      }),
    )
  })

  test('takes nothing once its time is up', () => {
    const lastMoment = new Date(sent.expiresAt.getTime() - 1)
    expect(judgeAnswer(sent, '947293', lastMoment).problem).toBeNull()
    expect(judgeAnswer(sent, '947293', sent.expiresAt).problem).toBe('code_expired')
    expect(judgeAnswer(null, '947293', now).problem).toBe('code_expired')
  })

  test('keeps the count of wrong answers where it takes none', () => {
    const tried = { ...sent, attempts: 3 }
    expect(judgeAnswer(tried, '947293', sent.expiresAt)).toEqual({ problem: 'code_expired', attempts: 3 })
    expect(judgeAnswer(null, '947293', now)).toEqual({ problem: 'code_expired', attempts: 0 })
    const used = { ...sent, attempts: LIMITS.codeAttempts }
    expect(judgeAnswer(used, '000000', now)).toEqual({ problem: 'code_exhausted', attempts: LIMITS.codeAttempts })
  })

  test('takes a code for 10 minutes', () => {
    expect(sent.expiresAt.getTime() - now.getTime()).toBe(10 * 60_000)
  })

  test('limits how many go to one address or number', () => {
    const { codesSent } = LIMITS
    expect(mayResend({ sent: codesSent - 1, failed: 0 })).toBe(true)
    expect(mayResend({ sent: codesSent, failed: 0 })).toBe(false)
    expect(mayResend({ sent: codesSent + 2, failed: 3 })).toBe(true)
    expect(mayResend({ sent: codesSent + 3, failed: 3 })).toBe(false)
  })

  test.each([
    [
      'nothing is told of it',
      { lastHandedOver: 1, lastNotHandedOver: null },
      [0, 4_999, 5_000, 14_999],
      [0, 4_999, 5_000, 14_999],
    ],
    ['it has left', { lastHandedOver: 2, lastNotHandedOver: null }, [], [0, 4_999]],
    ['it could not be sent', { lastHandedOver: null, lastNotHandedOver: 2 }, [], [0, 4_999]],
  ])(
    'is under way, and answers for a request that is repeated, so long: where %s',
    (_where, told, underWay, repeated) => {
      const code = { ...sent, ...told, sent: 2, failed: 0, sentAt: now }
      const msIn = (is: typeof isUnderWay, direction: 1 | -1) =>
        [0, 4_999, 5_000, 14_999, 15_000].filter((ms) => is(code, new Date(now.getTime() + direction * ms)))
      expect([msIn(isUnderWay, 1), msIn(isRepeated, 1)]).toEqual([underWay, repeated])
      // Another process's clock is behind, or this one has been set back.
      expect([msIn(isUnderWay, -1), msIn(isRepeated, -1)]).toEqual([underWay, repeated])
      expect(isRepeated({ ...code, attempts: 1 }, now)).toBe(false)
    },
  )

  test('is asked for anew where none went there', () => {
    expect(isRepeated(null, now)).toBe(false)
  })

  test('takes no hash of another length, nor one where no code was sent', () => {
    expect(isSentCode(sent, hashOf('947293').subarray(1))).toBe(false)
    expect(isSentCode(null, hashOf('947293'))).toBe(false)
  })

  test('makes six digits, not the same ones', () => {
    const codes = Array.from({ length: 100 }, () => randomCode('email'))
    for (const code of codes) expect(code).toMatch(/^[0-9]{6}$/)
    expect(new Set(codes).size).toBeGreaterThan(90)
  })
})
