import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { here, root } from '../steps/workspace.ts'

/** Ours against another, both measured in one run. */
export interface BenchRow {
  readonly package: string
  readonly name: string
  readonly ours: number
  readonly other: number
  /** `ours / other`. */
  readonly ratio: number
  readonly unit: string
  /** What the project asks of the ratio. */
  readonly target?: string
  readonly method?: string
}

/** Runs `packages/NAME/bench/run.ts --json`, which prints one JSON array of rows. @returns null where it failed */
export const runBench = async (name: string): Promise<BenchRow[] | null> => {
  const child = spawn('node', ['--conditions=@coinslot/source', here('packages', name, 'bench', 'run.ts'), '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  const output = await text(child.stdout)
  if ((await exited) !== 0) return null
  try {
    const rows: unknown = JSON.parse(output)
    return Array.isArray(rows) ? rows.map((row) => ({ package: name, ...row })) : null
  } catch {
    return null
  }
}

const COLUMNS = ['package', 'name', 'ours', 'other', 'ratio', 'unit', 'target'] as const

/** The rows aligned, and below them how each was measured. */
export const table = (rows: readonly BenchRow[]): string => {
  const lines = [[...COLUMNS], ...rows.map((row) => COLUMNS.map((column) => cell(row[column])))]
  const widths = COLUMNS.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  const aligned = lines.map((line) =>
    line
      .map((text, index) => text.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  const methods = rows.flatMap(({ name, method }) => (method === undefined ? [] : [`${name}: ${method}`]))
  return [...aligned, '', ...methods].join('\n').trimEnd()
}

const cell = (value: number | string | undefined): string => {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2)
  return value ?? ''
}
