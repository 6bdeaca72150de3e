import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { type MeasuredRow, watchMachine } from './machine.ts'
import { rowLine } from './report.ts'
import { isWanted, type Row } from './row.ts'

/** What a benchmark's program says on its standard output, a line of JSON each. */
export type BenchEvent = { readonly measuring: string } | { readonly row: MeasuredRow }

/** What is measured in one go. */
export interface Benchmark {
  /** The names of its rows, in order. */
  readonly names: readonly string[]
  measure(): Promise<readonly Row[]>
}

/**
 * The program of a package's benchmark: measures one after the other and says each row at once.
 * `--only NAME` leaves out rows whose names do not contain it; `--lines` writes events for a program that reads along.
 * @param options.close ends what the benchmarks share, also when they are interrupted
 */
export const runBenchmarks = async (
  benchmarks: readonly Benchmark[],
  { close = async () => undefined }: { close?: () => Promise<unknown> } = {},
): Promise<void> => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, lines: { type: 'boolean', default: false } },
    strict: false,
  })
  const only = typeof values.only === 'string' ? values.only : undefined
  const say = (event: BenchEvent): void => {
    if (values.lines === true) process.stdout.write(`${JSON.stringify(event)}\n`)
    else if ('row' in event) process.stdout.write(`${rowLine(event.row)}\n`)
  }
  const all = async (): Promise<void> => {
    for (const { names, measure } of benchmarks) {
      const wanted = names.filter((name) => isWanted(name, only))
      if (wanted.length === 0) continue
      say({ measuring: wanted.join(', ') })
      const { result, machine } = await watchMachine(measure)
      for (const row of result) if (isWanted(row.name, only)) say({ row: { ...row, machine } })
    }
  }
  const interrupted = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]).then(() => 130)
  try {
    const code = await Promise.race([all().then(() => 0), interrupted])
    process.exitCode = code
  } finally {
    await close()
  }
  if (process.exitCode === 130) process.exit()
}
