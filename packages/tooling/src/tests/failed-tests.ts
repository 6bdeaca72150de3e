import { stripVTControlCharacters } from 'node:util'

const MARK = 'failed: '

const firstLineOf = (text: string): string => stripVTControlCharacters(text).trim().split('\n', 1)[0] ?? ''

/** The line by which a runner names a test that failed, and why, so that `npm test` can repeat it at its end. */
export const failedLine = (test: string, reason: string): string => {
  const why = firstLineOf(reason)
  return `${MARK}${firstLineOf(test)}${why === '' ? '' : `: ${why}`}`
}

/** All such lines of what a runner printed. */
export const readFailed = (output: string): string[] => output.split(/\r?\n/).filter((line) => line.startsWith(MARK))
