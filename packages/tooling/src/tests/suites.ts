import type { Step } from '../steps/step.ts'

const VITEST = ['run', '--reporter=default', '--reporter=./packages/tooling/src/tests/totals-reporter.ts']
const NODE = ['--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning']

/** Every test runner of the workspace; each closes with its own `N passed, N failed`. */
export const SUITES: readonly Step[] = [
  {
    name: 'unit and service tests, on both databases',
    command: ['vitest', ...VITEST],
    env: { COINSLOT_TEST_DATABASE: 'both' },
  },
  {
    name: 'browser tests of browser',
    command: ['node', ...NODE, 'packages/browser/test/run.ts'],
    // The build has run: what is packed is not built again.
    env: { npm_config_ignore_scripts: 'true' },
  },
  {
    // In one run, so that the packages are installed beside what needs none of them.
    name: 'end to end, the site, and the packed packages as their users install them',
    command: ['node', ...NODE, 'e2e/run.ts', ...['system', 'site', 'consumers'].flatMap((name) => ['--project', name])],
  },
]

/** What runs on every system: no Postgres, no browser, no shell. */
export const PORTABLE_SUITES: readonly Step[] = [
  {
    name: 'unit and service tests, on the embedded database',
    command: ['vitest', ...VITEST, '--project', 'units', '--project', 'embedded'],
    env: { COINSLOT_TEST_DATABASE: 'embedded' },
  },
]
