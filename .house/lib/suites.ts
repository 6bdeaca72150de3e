import { existsSync, globSync, readFileSync } from 'node:fs'
import type { Step } from './step.ts'
import { here, PACKAGES } from './workspace.ts'

const VITEST = ['vitest', 'run', '--reporter=default', '--reporter=./.house/lib/totals-reporter.ts'] as const
const NODE = ['node', '--conditions=@coinslot/source', '--disable-warning=ExperimentalWarning'] as const

/** Every test runner of the workspace; each closes with its own `N passed, N failed`. */
export const suites = (): Step[] => [
  { name: 'unit and service tests, embedded database', command: [...VITEST] },
  {
    name: 'service tests, Postgres',
    command: [...VITEST, ...databaseTests()],
    env: { COINSLOT_TEST_DATABASE: 'postgres' },
  },
  ...PACKAGES.filter((name) => existsSync(here('packages', name, 'test', 'run.ts'))).map((name): Step => ({
    name: `browser tests of ${name}`,
    command: [...NODE, `packages/${name}/test/run.ts`],
  })),
  { name: 'end to end', command: [...NODE, 'e2e/run.ts'] },
]

/** Tests that start the service on a database: those that use its harness. */
const databaseTests = (): string[] =>
  globSync('packages/service/{src,test}/**/*.test.ts', { cwd: here() }).filter((file) =>
    /from '[^']*\b(harness|databases|service-data)\b[^']*'/.test(readFileSync(here(file), 'utf8')),
  )
