import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rows } from './markdown.ts'

/** The last run that `npm run bench -- --keep` has kept. */
interface KeptRun {
  readonly date: string
  readonly cpus: number
  readonly node: string
  readonly rows: readonly KeptRow[]
}

export interface KeptRow {
  readonly name: string
  readonly ours: number
  readonly other: number
  readonly unit: string
  readonly ratio: number
  readonly spread?: { readonly low: number; readonly high: number }
  /** Such as `>= 0.7`. */
  readonly target?: string
  /** Share of the machine that others had at work, 0 to 1. */
  readonly busy: number
}

const readRun = (): KeptRun => JSON.parse(readFileSync(join(import.meta.dirname, '..', 'benchmarks.json'), 'utf8'))

/** Twice as good as asked fills the chart. */
const WHOLE = 2

/** How good a row is against what is asked of it: 1 is just what is asked, more is better. */
export const reached = ({ ratio, target = '' }: Pick<KeptRow, 'ratio' | 'target'>): number | null => {
  const [, sign, asked] = /^(>=|<=) ([\d.]+)$/.exec(target) ?? []
  if (sign === undefined) return null
  return sign === '>=' ? ratio / Number(asked) : Number(asked) / ratio
}

const bar = (row: KeptRow): string => {
  const share = reached(row)
  if (share === null) return ''
  const width = (Math.min(share, WHOLE) / WHOLE) * 100
  const isReached = share >= 1
  return [
    `<div class="bench-row"><span>${row.name}</span>`,
    `<span class="bench-bar${isReached ? '' : ' bench-short'}" style="--width: ${width.toFixed(1)}%"></span>`,
    `<span>${isReached ? 'reached' : 'short of it'}</span></div>`,
  ].join('')
}

const figure = (value: number, unit: string): string =>
  `${value.toLocaleString('en-US', { maximumSignificantDigits: 3 })} ${unit}`

const table = ({ rows: measured }: KeptRun): string =>
  rows(
    ['row', 'ours', 'other', 'ratio', 'middle half', 'asked', 'machine'],
    measured.map(({ name, ours, other, unit, ratio, spread, target = '', busy }) => [
      name,
      figure(ours, unit),
      figure(other, unit),
      ratio.toFixed(2),
      spread === undefined ? '' : `${spread.low.toFixed(2)} – ${spread.high.toFixed(2)}`,
      target.replace('>=', '≥').replace('<=', '≤'),
      `${Math.round(busy * 100)} % busy`,
    ]),
  )

/** The chart and the table of the kept run. */
export const benchmarks = (): string => {
  const run = readRun()
  return [
    `The run of ${run.date}: ${run.cpus} cores, Node ${run.node}. The line is what is asked; a bar that passes it is better.`,
    `<div class="bench-chart">\n${run.rows.map(bar).filter(Boolean).join('\n')}\n</div>`,
    table(run),
  ].join('\n\n')
}
