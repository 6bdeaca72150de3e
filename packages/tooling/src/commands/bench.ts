import { globSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { BenchEvent } from '../bench/benchmark.ts'
import type { MeasuredRow } from '../bench/machine.ts'
import { Progress } from '../bench/progress.ts'
import { parseOptions, readOrExplain } from '../launch/options.ts'
import { HEADER, keptRun, methodLines, rowLine } from '../bench/report.ts'
import { runPackage } from '../bench/run-package.ts'
import { stopRequested } from '../servers/stop-requested.ts'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { here, root } from '../steps/workspace.ts'

const OPTIONS = {
  json: { type: 'boolean', default: false },
  only: { type: 'string' },
  /** Keeps a whole run as the figures that the page on performance draws. */
  keep: { type: 'boolean', default: false },
} as const
const { values } = readOrExplain('bench', (words) => parseOptions(words, { options: OPTIONS }))
/** Packages with a benchmark of their own. */
const benchmarks = globSync('packages/*/bench/run.ts', { cwd: root })
  .map((file) => basename(join(file, '../..')))
  .toSorted()

const rows: (MeasuredRow & { readonly package: string })[] = []
const failed: string[] = []
const progress = new Progress(process.stderr)
const interruption = new AbortController()
void stopRequested().then(() => interruption.abort())

const hear = (name: string) => (event: BenchEvent) => {
  progress.stop()
  if ('measuring' in event) {
    progress.start(event.measuring)
    return
  }
  rows.push({ package: name, ...event.row })
  if (!values.json) console.log(rowLine(event.row))
}

const stale = await refresh(browserBuilds(), process.stderr)
if (stale !== null) failed.push(stale)
if (!values.json) console.log(HEADER)
for (const name of benchmarks) {
  if (interruption.signal.aborted) break
  const only = values.only === undefined ? [] : ['--only', values.only]
  const isWhole = await runPackage(name, only, hear(name), interruption.signal)
  progress.stop()
  if (!isWhole && !interruption.signal.aborted) failed.push(name)
}

console.log(values.json ? JSON.stringify(rows, null, 2) : `\n${methodLines(rows)}`)
if (interruption.signal.aborted) console.error('Interrupted: this is what there is.')
else if (rows.length === 0 && failed.length === 0) console.error(`There is no row named ${values.only}`)
if (failed.length > 0) console.error(`The benchmark failed of ${failed.join(', ')}`)
if (interruption.signal.aborted) process.exit(130)
if (values.keep && values.only === undefined && failed.length === 0)
  writeFileSync(here('packages', 'site', 'benchmarks.json'), keptRun(rows, new Date()))
process.exit(failed.length === 0 && rows.length > 0 ? 0 : 1)
