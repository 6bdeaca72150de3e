import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type BenchRow, runBench, table } from '../bench/bench.ts'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { root } from '../steps/workspace.ts'

const asJson = process.argv.includes('--json')
const rows: BenchRow[] = []
const failed: string[] = []

/** Packages with a benchmark of their own. */
const benchmarks = globSync('packages/*/bench/run.ts', { cwd: root })
  .map((file) => basename(join(file, '../..')))
  .toSorted()

const stale = await refresh(browserBuilds(), process.stderr)
if (stale !== null) failed.push(stale)
for (const name of benchmarks) {
  const measured = await runBench(name)
  if (measured === null) failed.push(name)
  else rows.push(...measured)
}

console.log(asJson ? JSON.stringify(rows, null, 2) : table(rows))
if (failed.length > 0) console.error(`The benchmark failed of ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
