import { existsSync } from 'node:fs'
import { type BenchRow, runBench, table } from '../bench/bench.ts'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { here, PACKAGES } from '../steps/workspace.ts'

const asJson = process.argv.includes('--json')
const rows: BenchRow[] = []
const failed: string[] = []

const stale = await refresh(browserBuilds(), process.stderr)
if (stale !== null) failed.push(stale)
for (const name of PACKAGES.filter((name) => existsSync(here('packages', name, 'bench', 'run.ts')))) {
  const measured = await runBench(name)
  if (measured === null) failed.push(name)
  else rows.push(...measured)
}

console.log(asJson ? JSON.stringify(rows, null, 2) : table(rows))
if (failed.length > 0) console.error(`The benchmark failed of ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
