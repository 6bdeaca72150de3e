// `npm run chaos [-- --minutes N] [--seed N]`: ends with 1 where an invariant was broken.
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runChaos } from './chaos.ts'

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } } })
const minutes = Number(values.minutes)
const seed = Number(values.seed ?? randomInt(1_000_000))
if (!(minutes > 0) || !Number.isInteger(seed)) {
  console.error('chaos: --minutes takes a number above 0, --seed a whole number')
  process.exit(2)
}
const say = (line: string): void => console.log(line)

say(`seed ${seed}: ${minutes} minutes of faults, then an audit`)
const interruption = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interruption.abort())
const report = await runChaos({ lastsMs: minutes * 60_000, seed, say, signal: interruption.signal }).catch(
  (error: unknown) => {
    console.error(interruption.signal.aborted ? 'Interrupted: there was no audit.' : error)
    process.exit(interruption.signal.aborted ? 130 : 1)
  },
)
const { findings, faults, acknowledged, events, failures } = report

say('')
for (const [fault, count] of [...faults].toSorted(([, a], [, b]) => b - a))
  say(`${String(count).padStart(4)} × ${fault}`)
say('')
for (const { invariant, broken } of findings) {
  say(
    `${broken.length === 0 ? '✓' : '✗'} ${invariant}${broken.length === 0 ? '' : `: ${broken.length}, such as ${broken.slice(0, 3).join(', ')}`}`,
  )
}
for (const line of failures.slice(0, 5)) say(line)
const violated = findings.filter(({ broken }) => broken.length > 0).length
say(
  `\nseed ${seed}: ${acknowledged} intents acknowledged, ${events} events; ${findings.length - violated} of ${findings.length} invariants held`,
)
process.exit(violated === 0 ? 0 : 1)
