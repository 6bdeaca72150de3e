import { existsSync, readdirSync, rmSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { provideBrowsers } from '../browsers/provide.ts'
import { parseOptions, readOrExplain } from '../launch/options.ts'
import { BUILD, CHECKS } from '../steps/checks.ts'
import { browserBuilds, notePackagesBuilt, refresh } from '../steps/fresh.ts'
import { runStep, type Step } from '../steps/step.ts'
import { here, root } from '../steps/workspace.ts'
import { isClosedToOthers } from '../tests/closed-to-others.ts'
import { PORTABLE_SUITES, SUITES } from '../tests/suites.ts'
import { readFailed } from '../tests/failed-tests.ts'
import { makeTemporaryFolder } from '../tests/temporary-folder.ts'
import { countOf, format, readTotals, sum, type Totals } from '../tests/totals.ts'

const OPTIONS = { portable: { type: 'boolean', default: false } } as const
const { values } = readOrExplain('test', (words) => parseOptions(words, { options: OPTIONS }))
// Postgres runs as a user of its own, and locks are tried as one who is not root.
if (process.getuid?.() === 0 && isClosedToOthers(process.execPath)) {
  console.error(
    `test: by root, some of what is tested runs as another user, to whom ${root} is closed: clone with umask 022 into a folder that all may enter`,
  )
  process.exit(1)
}
// What tests make is for that user to read, and some look at its mode.
process.umask(0o022)
const leftBehind = here('test-results')
const results: { name: string; totals: Totals; seconds: number; failed: readonly string[] }[] = []

const measure = async (step: Step, totalsOf: (code: number, output: string) => Totals): Promise<void> => {
  console.log(`\n— ${step.name}`)
  const started = performance.now()
  const { code, output } = await runStep(step)
  const seconds = (performance.now() - started) / 1000
  results.push({ name: step.name, totals: totalsOf(code, output), seconds, failed: readFailed(output) })
  if (step === BUILD && code === 0) await notePackagesBuilt()
}

const asOne = (code: number): Totals => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 })

rmSync(leftBehind, { recursive: true, force: true })
// On a bare machine browsers are fetched and unpacked for a minute: meanwhile the checks run, which need none.
const told = new PassThrough()
const providing = values.portable ? {} : provideBrowsers(told)
for (const step of CHECKS) await measure(step, asOne)
if (!values.portable) console.log('\n— browsers')
told.pipe(process.stdout)
const browsers = await providing
const unbuilt = await refresh(browserBuilds())
if (unbuilt !== null) results.push({ name: `build of ${unbuilt}`, totals: asOne(1), seconds: 0, failed: [] })
const temporary = { TMPDIR: makeTemporaryFolder() }
for (const step of values.portable ? PORTABLE_SUITES : SUITES) {
  await measure({ ...step, env: { ...browsers, ...temporary, ...step.env } }, (code, output) =>
    countOf(code, readTotals(output)),
  )
}

console.log('')
for (const { name, totals, seconds, failed } of results) {
  console.log(`${totals.failed > 0 ? '✗' : '✓'} ${name} — ${format(totals)} in ${seconds.toFixed(1)} s`)
  for (const line of failed) console.log(`  ${line}`)
}
const hasLeft = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder, { recursive: true, withFileTypes: true }).some((entry) => entry.isFile())
const total = sum(results.map((result) => result.totals))
if (values.portable) {
  console.log(
    'Left out, because it needs the Linux of the other run: Postgres, and all tests in browsers and from end to end',
  )
}
if (total.failed > 0 && hasLeft(leftBehind)) {
  console.log(`Logs, screenshots and traces of what failed are in ${leftBehind}`)
}
console.log(`\n${format(total)}`)
process.exitCode = total.failed === 0 ? 0 : 1
