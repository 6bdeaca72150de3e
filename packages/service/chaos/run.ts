// `npm run chaos [-- --minutes N] [--seed N] [--only FAULT] [--beside DIR]`: ends with 1 where an invariant was broken. With
// `--upgrade-from DIR` nothing is broken: three processes of the checkout in DIR are replaced by this version under load.
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'
import { reportFindings } from './report-findings.ts'
import { runUpgrade } from './rolling-upgrade.ts'
import { commandOf } from './world.ts'

const INTENTS_BETWEEN = 150

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string' },
    beside: { type: 'string' },
    only: { type: 'string' },
    'upgrade-from': { type: 'string' },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? randomInt(1_000_000))
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('chaos: --minutes takes a number above 0, --seed a whole number')
  process.exit(2)
}
const say = (line: string): void => console.log(line)
const checkout = (given: string | undefined): string | undefined => {
  if (given === undefined) return undefined
  if (existsSync(commandOf(given))) return resolve(given)
  console.error(`chaos: ${given} holds no checkout of this repository`)
  process.exit(2)
}

const beside = checkout(values.beside)
const from = checkout(values['upgrade-from'])
if (from !== undefined) {
  say(`seed ${seed}: three processes of ${from} are replaced under load, then an audit`)
  const report = await runUpgrade({ from, seed, intentsBetween: INTENTS_BETWEEN, say })
  const violated = reportFindings(report, say)
  for (const reason of report.reasons) say(reason)
  say(`seed ${seed}: ${report.answered} requests answered, ${report.failed} failed`)
  process.exit(violated + report.failed === 0 ? 0 : 1)
}

say(`seed ${seed}: ${minutes} minutes of faults, then an audit`)
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const report = await runChaos({
  lastsMs: minutes * 60_000,
  seed,
  beside,
  only: values.only,
  fillsDisk: true,
  say,
  signal: interruption.signal,
}).catch((error: unknown) => {
  console.error(interruption.signal.aborted ? 'Interrupted: there was no audit.' : error)
  process.exit(interruption.signal.aborted ? 130 : 1)
})

say('')
for (const [fault, count] of [...report.faults].toSorted(([, a], [, b]) => b - a))
  say(`${String(count).padStart(4)} × ${fault}`)
const violated = reportFindings(report, say)
say(`seed ${seed}`)
process.exit(violated === 0 ? 0 : 1)
