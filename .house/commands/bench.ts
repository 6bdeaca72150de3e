import { existsSync } from 'node:fs'
import { runBench, table, type BenchRow } from '../lib/bench.ts'
import { here, PACKAGES } from '../lib/workspace.ts'

const asJson = process.argv.includes('--json')
const rows: BenchRow[] = []
const failed: string[] = []
for (const name of PACKAGES.filter((name) => existsSync(here('packages', name, 'bench', 'run.ts')))) {
  const result = await runBench(name)
  if (result === null) failed.push(name)
  else rows.push(...result)
}
console.log(asJson ? JSON.stringify(rows, null, 2) : table(rows))
if (failed.length > 0) console.error(`The benchmark failed of ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
