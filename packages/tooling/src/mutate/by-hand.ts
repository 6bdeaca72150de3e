import { readFileSync, writeFileSync } from 'node:fs'
import { browserBuilds, refresh } from '../steps/fresh.ts'
import { runStep, type Step } from '../steps/step.ts'
import { here } from '../steps/workspace.ts'
import { readTotals } from '../tests/totals.ts'
import type { HandMadeChange } from './hand-made-change.ts'

const TOTALS = './packages/tooling/src/tests/totals-reporter.ts'
const IN_BROWSER = 'packages/browser/src/'

export interface Tried {
  readonly change: HandMadeChange
  readonly isNoticed: boolean
}

/** The file with a change made to it. @throws where what it changes does not stand there exactly once */
export const withChange = (source: string, { file, find, replace }: HandMadeChange): string => {
  const [before, after, ...more] = source.split(find)
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} should hold exactly once: ${find}`)
  }
  return `${before}${replace}${after}`
}

const stepOf = ({ fear, tests, database = 'embedded' }: HandMadeChange): Step =>
  tests.every((file) => file.startsWith(IN_BROWSER))
    ? {
        name: fear,
        command: ['node', '--conditions=@coinslot/source', 'packages/browser/test/run.ts', ...tests],
        env: { COINSLOT_ENGINES: 'Chromium' },
      }
    : {
        name: fear,
        command: ['vitest', 'run', '--bail=1', `--reporter=${TOTALS}`, ...tests],
        env: { COINSLOT_TEST_DATABASE: database },
      }

/** Tests in a browser take what it is served as it was built. @throws where the code as it stands cannot be */
const buildForBrowsers = async (): Promise<void> => {
  const failed = await refresh(browserBuilds())
  if (failed !== null) throw new Error(`This cannot be built: ${failed}`)
}

/** Whether the tests of a change pass on the code as it stands. @throws where none of them runs */
const pass = async (change: HandMadeChange): Promise<boolean> => {
  const { fear } = change
  await buildForBrowsers()
  const { output } = await runStep(stepOf(change))
  const totals = readTotals(output)
  if (totals === null || totals.passed + totals.failed === 0) throw new Error(`no test ran against: ${fear}`)
  return totals.failed === 0
}

/** Tests that are known to pass while nothing is changed: only then does a failure notice anything. */
const known = new Set<string>()

const passUnchanged = async (change: HandMadeChange): Promise<void> => {
  const key = JSON.stringify([change.tests, change.database])
  if (known.has(key)) return
  if (!(await pass(change))) throw new Error(`These tests fail with nothing changed: ${change.tests.join(', ')}`)
  known.add(key)
}

/** Makes a change, runs its tests, and takes it back, whatever happens. */
export const tryChange = async (change: HandMadeChange): Promise<Tried> => {
  await passUnchanged(change)
  const path = here(change.file)
  const source = readFileSync(path, 'utf8')
  const takeBack = (): void => writeFileSync(path, source)
  const interrupted = (): never => {
    takeBack()
    process.exit(130)
  }
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted)
  try {
    writeFileSync(path, withChange(source, change))
    return { change, isNoticed: !(await pass(change)) }
  } finally {
    takeBack()
    await buildForBrowsers()
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted)
  }
}
