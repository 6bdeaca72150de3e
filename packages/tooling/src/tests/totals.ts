import { stripVTControlCharacters } from 'node:util'

/** How many tests a runner ran, by result. */
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const LINE = /^(?:\w+: )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/

/** The last `N passed, N failed` line of what a runner printed; null where there is none. */
export const readTotals = (output: string): Totals | null => {
  const lines = stripVTControlCharacters(output).split(/\r?\n/)
  const match = lines.map((line) => LINE.exec(line.trim())).findLast((found) => found !== null)
  if (!match) return null
  return { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) }
}

/** What counts of a runner that ended: one that crashed, or ran nothing, has failed at least once. */
export const countOf = (code: number, totals: Totals | null): Totals => {
  const seen = totals ?? { passed: 0, failed: 0, skipped: 0 }
  const broken = seen.failed === 0 && (code !== 0 || seen.passed === 0)
  return broken ? { ...seen, failed: 1 } : seen
}

export const sum = (all: readonly Totals[]): Totals => ({
  passed: all.reduce((total, one) => total + one.passed, 0),
  failed: all.reduce((total, one) => total + one.failed, 0),
  skipped: all.reduce((total, one) => total + one.skipped, 0),
})

export const format = ({ passed, failed, skipped }: Totals): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
