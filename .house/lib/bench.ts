import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { here, root } from './workspace.ts'

/** One measured figure, or several of one case; every package decides on its own columns. */
export type BenchRow = Readonly<Record<string, unknown>>

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
    return Array.isArray(rows) ? rows.map((row: object) => ({ package: name, ...row })) : null
  } catch {
    return null
  }
}

/** Rows as aligned text, one block for each set of columns. */
export const table = (rows: readonly BenchRow[]): string => {
  const blocks = Map.groupBy(rows, (row) => Object.keys(row).join('\0'))
  return [...blocks.values()].map(block).join('\n\n')
}

const block = (rows: readonly BenchRow[]): string => {
  const columns = Object.keys(rows[0] ?? {})
  const lines = [columns, ...rows.map((row) => columns.map((column) => cell(row[column])))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const cell = (value: unknown): string => {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(2)
  return typeof value === 'string' ? value : JSON.stringify(value ?? '')
}
