// `npm run chaos [-- --minutes N] [--seed N] [--only FAULT] [--beside DIR]`: ends with 1 where an invariant was broken. With
// `--upgrade-from DIR` nothing is broken: three processes of the checkout in DIR are replaced by this version under load.
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { readOrExplain } from '@coinslot/tooling/options'
import { runChaos } from './chaos.ts'
import { readOptions } from './read-options.ts'
import { reportFindings } from './report-findings.ts'
import { runUpgrade } from './rolling-upgrade.ts'

const INTENTS_BETWEEN = 150

const { minutes, only, beside, upgradeFrom, seed = randomInt(1_000_000) } = readOrExplain('chaos', readOptions)
const results = resolve('test-results', `chaos-${seed}`)
const say = (line: string): void => console.log(line)
const interruption = new AbortController()

/** @returns the exit code. */
const upgrade = async (from: string): Promise<number> => {
  say(`seed ${seed}: three processes of ${from} are replaced under load, then an audit; their logs are in ${results}`)
  const report = await runUpgrade({ from, seed, results, intentsBetween: INTENTS_BETWEEN, say })
  const violated = reportFindings(report, say)
  for (const reason of report.reasons) say(reason)
  say(`seed ${seed}: ${report.answered} requests answered, ${report.failed} failed`)
  return violated + report.failed === 0 ? 0 : 1
}

/** @returns the exit code. */
const breakThings = async (): Promise<number> => {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => interruption.abort())
  say(`seed ${seed}: ${minutes} minutes of faults, then an audit; the processes' logs are in ${results}`)
  const lastsMs = minutes * 60_000
  const { signal } = interruption
  const report = await runChaos({ lastsMs, seed, results, beside, only, fillsDisk: true, say, signal })
  say('')
  for (const [fault, count] of [...report.faults].toSorted(([, a], [, b]) => b - a))
    say(`${String(count).padStart(4)} × ${fault}`)
  const violated = reportFindings(report, say)
  say(`seed ${seed}`)
  return violated === 0 ? 0 : 1
}

try {
  process.exit(await (upgradeFrom === undefined ? breakThings() : upgrade(upgradeFrom)))
} catch (error) {
  console.error(interruption.signal.aborted ? 'Interrupted: there was no audit.' : error)
  process.exit(interruption.signal.aborted ? 130 : 1)
}
