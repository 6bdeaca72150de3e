import type { Equivalent } from './equivalent.ts'
import { EQUIVALENTS } from './equivalents.ts'

/** What became of one change that Stryker made. */
export interface MutantFate {
  readonly file: string
  readonly line: number
  readonly isKilled: boolean
  /** The text that was changed, and what stood there instead. */
  readonly original: string
  readonly replacement: string
}

export interface Score {
  readonly file: string
  readonly killed: number
  /** That change nothing which anybody could see, by the list. */
  readonly equivalent: readonly (MutantFate & { readonly reason: string })[]
  readonly survivors: readonly MutantFate[]
  /** Of those that are no equivalents, 0 to 100. */
  readonly percent: number
}

/** At least so many of a file's changes are noticed. */
export const BAR_PERCENT = 90

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const reasonOf = (mutant: MutantFate, known: readonly Equivalent[]): string | undefined =>
  known.find(
    ({ file, original, replacement }) =>
      file === mutant.file &&
      oneLine(original) === oneLine(mutant.original) &&
      oneLine(replacement) === oneLine(mutant.replacement),
  )?.reason

const scoreOf = (file: string, fates: readonly MutantFate[], known: readonly Equivalent[]): Score => {
  const alive = fates.filter(({ isKilled }) => !isKilled).map((fate) => ({ ...fate, reason: reasonOf(fate, known) }))
  const equivalent = alive.flatMap(({ reason, ...fate }) => (reason === undefined ? [] : [{ ...fate, reason }]))
  const survivors = alive.flatMap(({ reason, ...fate }) => (reason === undefined ? [fate] : []))
  const killed = fates.length - alive.length
  const counted = killed + survivors.length
  return { file, killed, equivalent, survivors, percent: counted === 0 ? 100 : (killed / counted) * 100 }
}

/** One score for each file, in the order of their names. */
export const scoresOf = (fates: readonly MutantFate[], known: readonly Equivalent[] = EQUIVALENTS): readonly Score[] =>
  [...new Set(fates.map(({ file }) => file))].toSorted().map((file) => {
    const its = fates.filter((fate) => fate.file === file)
    return scoreOf(file, its, known)
  })

const changed = ({ file, line, original, replacement }: MutantFate): string =>
  `${file}:${line}  ${oneLine(original)}  →  ${oneLine(replacement)}`

/** The scores as lines of text: first a row for each file, then what survived, then what cannot be noticed and why. */
export const describeScores = (scores: readonly Score[]): readonly string[] => [
  ...scores.map(
    ({ file, killed, survivors, equivalent, percent }) =>
      `${percent >= BAR_PERCENT ? '✓' : '✗'} ${percent.toFixed(1)} %  ${file}: ${killed} noticed, ${survivors.length} not, ${equivalent.length} equivalent`,
  ),
  ...scores.flatMap(({ survivors }) => survivors).map((fate) => `  not noticed: ${changed(fate)}`),
  ...scores.flatMap(({ equivalent }) => equivalent).map((fate) => `  equivalent: ${changed(fate)}: ${fate.reason}`),
]
