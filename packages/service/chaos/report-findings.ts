import type { Findings } from './rest.ts'

const EXAMPLES = 3
const FAILURES_SHOWN = 5

/** Says of each invariant whether it held. @returns how many did not. */
export const reportFindings = (
  { findings, failures, returns, acknowledged, events }: Findings,
  say: (line: string) => void,
): number => {
  say('')
  for (const { invariant, broken } of findings) {
    const examples = `: ${broken.length}, such as ${broken.slice(0, EXAMPLES).join(', ')}`
    say(`${broken.length === 0 ? '✓' : '✗'} ${invariant}${broken.length === 0 ? '' : examples}`)
  }
  for (const line of failures.slice(0, FAILURES_SHOWN)) say(line)
  if (returns.length > 0)
    say(`after ${returns.length} promotions all processes were ready again within ${returns.join(', ')} ms`)
  const violated = findings.filter(({ broken }) => broken.length > 0).length
  say(
    `\n${acknowledged} intents acknowledged, ${events} events; ${findings.length - violated} of ${findings.length} invariants held`,
  )
  return violated
}
