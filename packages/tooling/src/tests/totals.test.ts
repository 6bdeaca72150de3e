import { describe, expect, test } from 'vitest'
import { countOf, format, readTotals, sum } from './totals.ts'

describe('the totals of a runner', () => {
  test('are its last totals line, colours or not', () => {
    expect(readTotals('1 passed, 0 failed\nmore\n\u001b[32m12 passed, 3 failed, 4 skipped\u001b[39m\r\n')).toEqual({
      passed: 12,
      failed: 3,
      skipped: 4,
    })
    expect(readTotals('vitest: 7 passed, 0 failed\n')).toEqual({ passed: 7, failed: 0, skipped: 0 })
  })

  test('are unknown where no line is one', () => {
    expect(readTotals('Tests  7 passed, 0 failed (7)\n')).toBeNull()
  })

  test('of a crash, or of a run without tests, count one failure', () => {
    expect(countOf(1, null)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countOf(0, null)).toEqual({ passed: 0, failed: 1, skipped: 0 })
    expect(countOf(1, { passed: 5, failed: 0, skipped: 0 })).toEqual({ passed: 5, failed: 1, skipped: 0 })
    expect(countOf(1, { passed: 5, failed: 2, skipped: 0 })).toEqual({ passed: 5, failed: 2, skipped: 0 })
  })

  test('add up to the closing line', () => {
    const one = { passed: 2, failed: 0, skipped: 0 }
    expect(format(sum([one, one]))).toBe('4 passed, 0 failed')
    expect(format(sum([one, { passed: 0, failed: 1, skipped: 3 }]))).toBe('2 passed, 1 failed, 3 skipped')
  })
})
